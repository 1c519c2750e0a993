// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func requireHeard(t *testing.T, want bool, s *Session, what string) {
	t.Helper()
	heard, err := s.TakeHeard(what, time.Minute)
	require.NoError(t, err)
	require.Equal(t, want, heard)
}

// What one process heard, another takes, once.
func TestHeardIsTakenOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	one, err := Open(dir, "s")
	require.NoError(t, err)
	other, err := Open(dir, "s")
	require.NoError(t, err)
	requireHeard(t, false, other, "call")
	require.NoError(t, one.Hear("call"))
	require.NoError(t, one.Hear("call"))
	requireHeard(t, false, other, "another call")
	requireHeard(t, true, other, "call")
	requireHeard(t, false, one, "call")
}

func TestHeardOfAnotherSession(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	one, err := Open(dir, "s")
	require.NoError(t, err)
	other, err := Open(dir, "other")
	require.NoError(t, err)
	require.NoError(t, one.Hear("call"))
	requireHeard(t, false, other, "call")
}

func TestHeardLongAgo(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "state"), "s")
	require.NoError(t, err)
	require.NoError(t, s.Hear("call"))
	old := time.Now().Add(-2 * time.Minute)
	require.NoError(t, os.Chtimes(s.heardFile("call"), old, old))
	requireHeard(t, false, s, "call")

	require.NoError(t, s.Hear("never taken"))
	old = time.Now().Add(-2 * heardLife)
	require.NoError(t, os.Chtimes(s.heardFile("never taken"), old, old))
	require.NoError(t, s.Hear("call"))
	entries, err := os.ReadDir(filepath.Dir(s.heardFile("call")))
	require.NoError(t, err)
	require.Len(t, entries, 1, "what nobody took is removed")
}

// The names of the files say nothing of what was heard, and the files are private.
func TestHeardIsPrivate(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "state"), "s")
	require.NoError(t, err)
	require.NoError(t, s.Hear("toolu_abc"))
	file := s.heardFile("toolu_abc")
	require.NotContains(t, file, "toolu_abc")
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.EqualValues(t, fileMode, info.Mode().Perm())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "veil heard 1\n", string(text))
}
