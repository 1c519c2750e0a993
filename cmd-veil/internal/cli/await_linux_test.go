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
		{"check", []string{"check"}, "12345678Z\n\x04", exitFound, "veil: waiting for text to check: type or paste it, then press Ctrl-D on a line of its own\n"},
		{"check of files and input", []string{"check", "-"}, "hola\n\x04", exitOK, "veil: waiting for text to check: type or paste it, then press Ctrl-D on a line of its own\n"},
		{"filter", []string{"filter"}, "hola\n\x04", exitOK, "veil: waiting for text to put tokens into: type or paste it, then press Ctrl-D on a line of its own\n"},
		{"filter back", []string{"filter", "--restore", "--session", "s"}, "hola\n\x04", exitOK, "veil: waiting for text to put values back into: type or paste it, then press Ctrl-D on a line of its own\n"},
		{"names", []string{"catalog", "add", "--file", "names.txt", "-"}, "Ana Ruiz\n\x04", exitOK, "veil: waiting for names, one a line: type or paste them, then press Ctrl-D on a line of its own\n"},
		{"a hook command", []string{"claude-code"}, "\x04", 2, "veil: waiting for an event of the host, which starts this command: end it with Ctrl-D\n"},
		{"the other hook command", []string{"opencode"}, "\x04", 0, "veil: waiting for an event of the host, which starts this command: end it with Ctrl-D\n"},
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
