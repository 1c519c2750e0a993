// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A command that reads standard input says so to a person, and to nobody else.
func TestSaysWhatItWaitsFor(t *testing.T) {
	home := func() string { return os.Getenv("HOME") }
	for _, tc := range []struct {
		name  string
		args  []string
		typed string
		code  int
		err   string
	}{
		{"check", []string{"check"}, "12345678Z\n\x04", exitFound, "veil: waiting for text to check; end it with Ctrl-D on a line of its own\n"},
		{"check of files and input", []string{"check", "-"}, "hola\n\x04", exitOK, "veil: waiting for text to check; end it with Ctrl-D on a line of its own\n"},
		{"filter", []string{"filter"}, "hola\n\x04", exitOK, "veil: waiting for text; end it with Ctrl-D on a line of its own\n"},
		{"filter back", []string{"filter", "--restore", "--session", "s"}, "hola\n\x04", exitOK, "veil: waiting for text with tokens; end it with Ctrl-D on a line of its own\n"},
		{"names", []string{"catalog", "add", "--file", "names.txt", "-"}, "Ana Ruiz\n\x04", exitOK, "veil: waiting for names, one a line; end them with Ctrl-D on a line of its own\n"},
		{"a hook command", []string{"claude-code"}, "\x04", 2, "veil: waiting for an event: a host starts this command; end it with Ctrl-D\n"},
		{"the other hook command", []string{"opencode"}, "\x04", 0, "veil: waiting for an event: a host starts this command; end it with Ctrl-D\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			newHome(t)
			notAnAgent(t)
			veil(t, "x", "filter", "--session", "s")
			var out, said bytes.Buffer
			code := Main(tc.args, terminalOf(t, tc.typed), &out, &said)
			require.Equal(t, tc.code, code, said.String())
			first, _, _ := strings.Cut(said.String(), "\n")
			require.Equal(t, tc.err, first+"\n")
			require.LessOrEqual(t, len(first), 80)
			require.NotContains(t, veil(t, strings.TrimSuffix(tc.typed, "\x04"), tc.args...).err, "waiting", "not for a pipe")
		})
	}
	t.Run("not for a file", func(t *testing.T) {
		newHome(t)
		file, err := os.Open(writeFile(t, filepath.Join(home(), "x.txt"), "hola\n"))
		require.NoError(t, err)
		defer func() { _ = file.Close() }()
		var out, said bytes.Buffer
		require.Equal(t, exitOK, Main([]string{"check"}, file, &out, &said))
		require.Empty(t, said.String())
	})
}

// Silence is for scripts: a person is told that nothing was found, or that nothing is there.
func TestSaysThatThereIsNothing(t *testing.T) {
	project := newHome(t)
	writeFile(t, filepath.Join(project, "a.txt"), "hola\n")
	writeFile(t, filepath.Join(project, "b", "b.txt"), "hola\n")
	for _, tc := range []struct {
		want string
		args []string
	}{
		{"veil: no personal data in 1 file\r\n", []string{"check", "a.txt"}},
		{"veil: no personal data in 2 files\r\n", []string{"check", "."}},
		{"veil: no personal data in 0 files\r\n", []string{"check", t.TempDir()}},
	} {
		master, terminal := newTerminal(t)
		var out bytes.Buffer
		require.Equal(t, exitOK, Main(tc.args, strings.NewReader(""), &out, terminal))
		require.Empty(t, out.String())
		_, err := terminal.WriteString("#") // so that there is something to read
		require.NoError(t, err)
		var screen []byte
		for !bytes.Contains(screen, []byte("#")) {
			part := make([]byte, 200)
			n, err := master.Read(part)
			require.NoError(t, err)
			screen = append(screen, part[:n]...)
		}
		require.Equal(t, tc.want+"#", string(screen))
		require.Empty(t, veil(t, "", tc.args...).err)
	}
	require.Equal(t, result{exitOK, "", "veil: no session is remembered\n"}, veil(t, "", "sessions", "list"))
	require.Equal(t, result{exitOK, "", ""}, veil(t, "", "sessions", "list", "--json"), "a script reads that")
}
