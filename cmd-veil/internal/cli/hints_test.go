// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What goes wrong comes with what to do about it, whatever it is.
func TestEachErrorHasARemedy(t *testing.T) {
	newHome(t)
	for _, tc := range []struct {
		err  error
		code int
		want string
	}{
		{errors.New("something else"), exitInternal, "veil: something else\nveil: hint: please report this\n"},
		{&fs.PathError{Op: "write", Path: "/dev/stdout", Err: fs.ErrPermission}, exitInternal, "veil: write /dev/stdout: permission denied\nveil: hint: mend that, and run it again\n"},
	} {
		var said bytes.Buffer
		require.Equal(t, tc.code, streams{err: &said}.explain(tc.err))
		require.Equal(t, tc.want, said.String())
	}
	require.NoError(t, os.MkdirAll(filepath.Join(stateOf(), "sessions", "notes"), 0o700))
	require.NoError(t, os.Chmod(stateOf(), 0o700))
	require.Contains(t, veil(t, "", "sessions", "list").err, " is no session: it is left alone\nveil: hint: move it elsewhere, and this is not said again\n")
	require.Equal(t, "veil: run starts opencode only\nveil: hint: start Claude Code itself; veil doctor says whether it runs veil\n", veil(t, "", "run", "claude-code").err)
	require.Equal(t, "veil: run starts opencode only\nveil: hint: veil run opencode [ARGUMENT]...\n", veil(t, "", "run").err)
}

// What was given in place of a command may be a value: it is said again only if it looks
// like a word.
func TestNoValueInPlaceOfACommand(t *testing.T) {
	newHome(t)
	for _, value := range []string{"12345678Z", "ana@clinicasol.es", "María Pérez", "612345678"} {
		for _, args := range [][]string{{value}, {"sessions", value}, {"catalog", value}, {"help", value}, {"help", "catalog", value}, {"completion", value}} {
			r := veil(t, "", args...)
			require.Equal(t, exitUsage, r.code, args)
			require.NotContains(t, r.err, value)
			require.Contains(t, r.err, "veil: hint: ")
		}
	}
}
