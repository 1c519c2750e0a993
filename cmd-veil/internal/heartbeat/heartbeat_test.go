// SPDX-License-Identifier: Apache-2.0

package heartbeat

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBeats(t *testing.T) {
	state := filepath.Join(t.TempDir(), "veil")
	beats, err := All(state)
	require.NoError(t, err)
	require.Empty(t, beats)
	own := Beat{PID: os.Getpid(), Host: "1.18.33", Plugin: "0.2.0", Veil: "0.2.0", Directory: "/w", Ticket: "T", Since: time.Unix(0, 0).UTC()}
	file, err := Leave(state, own)
	require.NoError(t, err)
	again, err := Leave(state, own)
	require.NoError(t, err)
	require.Equal(t, file, again, "one file for a process and a directory")
	other := own
	other.Directory = "/v"
	_, err = Leave(state, other)
	require.NoError(t, err)
	beats, err = All(state)
	require.NoError(t, err)
	require.ElementsMatch(t, []Beat{own, other}, beats)
	for path, mode := range map[string]os.FileMode{filepath.Dir(file): 0o700, file: 0o600} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, mode, info.Mode().Perm())
	}
}

func TestSignsOfProcessesThatAreGoneAreRemoved(t *testing.T) {
	state := filepath.Join(t.TempDir(), "veil")
	const never = 1 << 30 // above the largest process number of a system
	gone, err := Leave(state, Beat{PID: never, Directory: "/w"})
	require.NoError(t, err)
	damaged := filepath.Join(filepath.Dir(gone), "7-x.json")
	require.NoError(t, os.WriteFile(damaged, []byte("x"), 0o600))
	beats, err := All(state)
	require.NoError(t, err)
	require.Empty(t, beats)
	require.NoFileExists(t, gone)
	require.NoFileExists(t, damaged)
}

func TestTake(t *testing.T) {
	state := filepath.Join(t.TempDir(), "veil")
	const never = 1 << 30
	_, ok := Take(state, "T")
	require.False(t, ok)
	file, err := Leave(state, Beat{PID: never, Directory: "/w", Ticket: "T"})
	require.NoError(t, err)
	for _, ticket := range []string{"", "U"} {
		_, ok = Take(state, ticket)
		require.False(t, ok)
	}
	b, ok := Take(state, "T")
	require.True(t, ok, "also of a process that is gone")
	require.Equal(t, "/w", b.Directory)
	require.NoFileExists(t, file)
}
