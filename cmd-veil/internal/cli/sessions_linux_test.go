// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// terminalOf returns a terminal that a person has typed into.
func terminalOf(t *testing.T, typed string) *os.File {
	t.Helper()
	master, terminal := newTerminal(t)
	_, err := master.WriteString(typed)
	require.NoError(t, err)
	return terminal
}

// newTerminal returns a terminal, and where a person sits before it.
func newTerminal(t *testing.T) (master, terminal *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	t.Cleanup(func() { _ = master.Close() })
	number, unlocked := uint32(0), uint32(0)
	for request, at := range map[uintptr]*uint32{syscall.TIOCSPTLCK: &unlocked, syscall.TIOCGPTN: &number} {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(at)))
		require.Zero(t, errno)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = terminal.Close() })
	return master, terminal
}

func TestSessionsPurgeAsks(t *testing.T) {
	newHome(t)
	notAnAgent(t)
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer func() { _ = null.Close() }()
	folder := remember(t, "one")
	for _, tc := range []struct {
		name string
		in   *os.File
		code int
		err  string
	}{
		{"no", terminalOf(t, "n\n"), exitFound, "Remove 1 session for good? [y/N] veil: nothing was removed\n"},
		{"nothing", terminalOf(t, "\n"), exitFound, "Remove 1 session for good? [y/N] veil: nothing was removed\n"},
		{"the null device", null, exitUsage, "veil: there is no terminal to ask at\nveil: hint: add --yes if you are sure\n"},
		{"yes", terminalOf(t, "Yes\n"), exitOK, "Remove 1 session for good? [y/N] "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out, said bytes.Buffer
			code := Main([]string{"sessions", "purge", "--all"}, tc.in, &out, &said)
			require.Equal(t, tc.code, code)
			require.Equal(t, tc.err, said.String())
			if tc.code == exitOK {
				require.NoDirExists(t, folder)
			} else {
				require.DirExists(t, folder)
			}
		})
	}
}
