// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/veil-guard/veil/cmd-veil/internal/screen"
)

// margin is as wide as the longest word that begins a line, which is warn, and a space.
const margin = "     "

// page is what a person reads.
type page struct {
	out    io.Writer
	width  int // in columns; 0 where it is no terminal: there every line is whole
	colour bool
}

// pageOn returns the page on an output: a terminal, or a file or a pipe.
func pageOn(out io.Writer) page {
	width, colour := screen.Of(out)
	return page{out, width, colour}
}

// lines renders a word in a colour, a text and a command. On a terminal the text is
// divided at words, its further lines behind an indentation, and the command stands on a
// line of its own.
func (p page) lines(word, code, text, command, indent string) string {
	text, command = screen.Visible(text), screen.Visible(command)
	whole := text
	if command != "" {
		whole += " " + command
	}
	column := utf8.RuneCountInString(word)
	head := word
	if p.colour && word != "" {
		head = fmt.Sprintf("\x1b[%sm%s\x1b[0m", code, word)
	}
	if p.width == 0 || column+utf8.RuneCountInString(whole) < p.width {
		return head + whole + "\n"
	}
	if command != "" {
		text = strings.TrimRight(text, ";:") + ":"
	}
	lines := screen.Fold(text, column, p.width, indent)
	if command != "" {
		lines += "\n" + indent + "  " + command
	}
	return head + lines + "\n"
}
