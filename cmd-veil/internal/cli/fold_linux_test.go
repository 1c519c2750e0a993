// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// onTerminal runs a command whose output and errors are a terminal, and returns what a
// person sees there.
func onTerminal(t *testing.T, args ...string) string {
	t.Helper()
	master, terminal := newTerminal(t)
	Main(args, strings.NewReader(""), terminal, terminal)
	return strings.ReplaceAll(seenOn(t, master, terminal), "\r\n", "\n")
}

// seenOn returns all that a terminal has shown.
func seenOn(t *testing.T, master, terminal *os.File) string {
	t.Helper()
	const end = "\x04#" // so that there is something to read
	_, err := terminal.WriteString(end)
	require.NoError(t, err)
	var seen []byte
	for !bytes.HasSuffix(seen, []byte(end)) {
		part := make([]byte, 4096)
		n, err := master.Read(part)
		require.NoError(t, err)
		seen = append(seen, part[:n]...)
	}
	return strings.TrimSuffix(string(seen), end)
}

// A terminal would break what is longer than it is wide in the middle of a word.
func TestLongLinesAreFolded(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	home := os.Getenv("HOME")
	writeFile(t, filepath.Join(home, ".config", "veil", "veil.yaml"), "version: 1\ncatalog: ~/clients.txt\n")
	for _, tc := range []struct {
		name, want string
		args       []string
	}{
		{"an error", "veil: no session has the name \"nuevo\"\n" +
			"veil: hint: name the one that veil filter --session made;\n" +
			"      veil sessions list says what there is\n", []string{"filter", "--restore", "--session", "nuevo"}},
		{"an error of prose", "veil: --managed is for Claude Code alone, and its plugin\nveil: hint: veil install claude-code --managed\n", []string{"install", "--managed"}},
		{"a command stays in one line", "veil: HOME/clients.txt: the client name catalogue is not there\n" +
			"veil: hint: make it by\n      veil catalog add --file HOME/clients.txt NAME...,\n" +
			"      or mend the path in veil.yaml or VEIL_CATALOG\n", []string{"check", "x"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			require.Equal(t, foldless(strings.ReplaceAll(tc.want, "HOME", home)), foldless(onTerminal(t, tc.args...)))
			if !strings.Contains(tc.want, "HOME") {
				require.Equal(t, tc.want, onTerminal(t, tc.args...))
			}
		})
	}
	text := onTerminal(t, "check", "x")
	require.Contains(t, text, "veil catalog add --file "+home+"/clients.txt NAME...,\n", "it can be pasted")
	for line := range strings.Lines(onTerminal(t, "install", "--all")) {
		require.True(t, utf8.RuneCountInString(line) <= 80 || !strings.Contains(strings.TrimSpace(line), " "), line)
	}
	require.Contains(t, veil(t, "", "filter", "--restore", "--session", "nuevo").err, "made; veil sessions list", "no terminal")
}

// Whatever shell command a hint names stays in one line.
func TestCommandsAreNotFolded(t *testing.T) {
	s := streams{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}}
	for text, want := range map[string]string{
		"it is: chmod go= /a/b":                             "it is: chmod_go=_/a/b",
		"make it by mkdir -p /a && veil catalog add /a, or": "make it by mkdir_-p_/a_&&_veil_catalog_add_/a, or",
		"in the clone: go install ./cmd/..., and run that":  "in the clone: go_install_./cmd/..., and run that",
		"veil and its plugin go well":                       "veil and its plugin go well",
	} {
		require.Equal(t, want, strings.ReplaceAll(s.keepCommands(text), joined, "_"))
	}
}

// foldless is a text whose lines are not folded.
func foldless(text string) string { return strings.Join(strings.Fields(text), " ") }

// A file's name may hold what a terminal obeys.
func TestNoNameMovesTheCursor(t *testing.T) {
	project := newHome(t)
	writeFile(t, filepath.Join(project, "a\x1b[2J.txt"), "12345678Z\n")
	require.Equal(t, `a\x1b[2J.txt:1:1: DNI (becomes a token)`+"\n", onTerminal(t, "check", "a\x1b[2J.txt"))
	require.Contains(t, onTerminal(t, "check", "no\x1b[2J"), `veil: no\x1b[2J: cannot be read`)
	require.Equal(t, "a\x1b[2J.txt:1:1: DNI (becomes a token)\n", veil(t, "", "check", "a\x1b[2J.txt").stdout, "a script reads that")
}
