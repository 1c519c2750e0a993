// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"io"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/screen"
)

// folded is a line as it is printed: on a terminal it is divided at spaces, its further
// lines behind an indentation, and what the terminal would obey is written out. For scripts
// it stays one line.
func (s streams) folded(on io.Writer, line, indent string) string {
	width, _ := screen.Of(on)
	if width == 0 {
		return line
	}
	if line = screen.Visible(line); len(line) < width {
		return line
	}
	return strings.ReplaceAll(screen.Fold(s.keepCommands(line), 0, width, indent), joined, " ")
}

// joined stands for a space at which nothing is divided. Visible text does not hold it.
const joined = "\x00"

// keepCommands joins the words of each command: it is pasted, and the half of a command is
// another command.
func (s streams) keepCommands(line string) string {
	root := commands(s)
	words := strings.Split(line, " ")
	var b strings.Builder
	within := false
	for i, word := range words {
		b.WriteString(word)
		within = (within || begins(root, words[i:])) && strings.TrimRight(word, endings) == word
		switch {
		case i+1 == len(words):
		case within:
			b.WriteString(joined)
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// begins says whether words begin with a command, as hints name them.
func begins(root *urfave.Command, words []string) bool {
	next := ""
	if len(words) > 1 {
		next = strings.TrimRight(words[1], endings)
	}
	switch words[0] {
	case "chmod", "mkdir", "unset":
		return true
	case "go":
		return next == "install"
	case "veil":
		return root.Command(next) != nil
	}
	return false
}

// endings end a command in a sentence.
const endings = ",;:?"
