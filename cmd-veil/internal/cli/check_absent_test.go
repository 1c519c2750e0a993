// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// What cannot be read is said with what to do about it, and without a value.
func TestCheckOfWhatCannotBeRead(t *testing.T) {
	project := newHome(t)
	writeFile(t, filepath.Join(project, "letter.txt"), "hola\n")
	writeFile(t, filepath.Join(project, "sub", "closed.txt"), "hola\n")
	const asText = "veil: hint: it reads files: type a text after veil check alone, or pipe it there\n"
	for _, tc := range []struct{ name, arg, want string }{
		{"a slip", "leter.txt", "veil: leter.txt: cannot be read: no such file or directory\nveil: hint: did you mean letter.txt?\n"},
		{"a slip below", "sub/closed.tx", "veil: sub/closed.tx: cannot be read: no such file or directory\nveil: hint: did you mean sub/closed.txt?\n"},
		{"nothing like it", "absent", "veil: absent: cannot be read: no such file or directory\n" + asText},
		{"a text", "mi casa", "veil: mi casa: cannot be read: no such file or directory\n" + asText},
		{"a value", "12345678Z", "veil: argument 1 names no file, and holds personal data: DNI\n" + asText},
		{"no folder", "letter.txt/x", "veil: letter.txt/x: cannot be read: not a directory\n" + asText},
		{"a device", os.DevNull, "veil: " + os.DevNull + ": cannot be read: not a regular file\nveil: hint: veil check < " + os.DevNull + " reads what comes from there\n"},
		{"empty", "", "veil: \"\": cannot be read: no such file or directory\n" + asText},
	} {
		t.Run(tc.name, func(t *testing.T) {
			require.Equal(t, result{exitUsage, "", tc.want}, veil(t, "", "check", tc.arg))
		})
	}
	require.Contains(t, veil(t, "", "check", "letter.txt", "12345678Z").err, "veil: argument 2 names no file")
	require.Contains(t, veil(t, "", "filter", "letter.txt").err, "veil: hint: give it the text on standard input: veil filter < letter.txt\n")
	require.Contains(t, veil(t, "", "filter", "12345678Z").err, "veil: hint: give it the text on standard input\n")

	if os.Geteuid() == 0 {
		return // who may read everything
	}
	closed := filepath.Join(project, "sub", "closed.txt")
	require.NoError(t, os.Chmod(closed, 0))
	require.Contains(t, veil(t, "", "check", closed).err, "cannot be read: permission denied\nveil: hint: run it as who may read that\n")
}

// A finding says what becomes of it, in words.
func TestCheckSaysWhatBecomesOfAFinding(t *testing.T) {
	newHome(t)
	require.Equal(t, "-:1:1: DNI (becomes a token)\n", veil(t, "12345678Z", "check").stdout)
	require.Equal(t, "-:1:7: DNI (in a binary file, which is refused)\n", veil(t, "\x00\x01DNI 12345678Z\x00\x02", "check").stdout)
	var line bytes.Buffer
	require.NoError(t, printLine(&line, location{file: "-", line: 1, column: 1}, core.Finding{Kind: core.DNI, Disposition: core.Refuse}))
	require.Equal(t, "-:1:1: DNI (no token can be written here: the text is refused)\n", line.String())
	help := veil(t, "", "help", "check").stdout
	for _, k := range core.Kinds() {
		if k != core.Literal { // no data, but what looks like a token
			require.Contains(t, help, string(k))
		}
	}
}
