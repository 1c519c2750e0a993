// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func openMarked(t *testing.T, dir string) *Session {
	t.Helper()
	s, err := Open(dir, "a")
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestMarks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "veil")
	require.NoError(t, SetMark(dir, "a", Stopped), "before the session was ever opened")
	require.NoError(t, SetMark(dir, "a", Stopped), "twice is once")
	s := openMarked(t, dir)
	assert.True(t, s.Marked(Stopped))
	assert.False(t, s.Marked(Told))

	list, err := Sessions(dir)
	require.NoError(t, err)
	require.Equal(t, []string{s.Name()}, list.Names)
	require.Empty(t, list.Strays)

	d, err := Describe(dir, s.Name())
	require.NoError(t, err)
	assert.True(t, d.Stopped)

	had, err := ClearMark(dir, s.Name(), Stopped)
	require.NoError(t, err)
	assert.True(t, had)
	assert.False(t, s.Marked(Stopped), "another process takes it, and the open session sees it")
	had, err = ClearMark(dir, s.Name(), Stopped)
	require.NoError(t, err)
	assert.False(t, had)
}

func TestMarkIsOfOneSession(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, folderMode))
	require.NoError(t, SetMark(dir, "b", Stopped))
	require.False(t, openMarked(t, dir).Marked(Stopped))
}

func TestMarkErrors(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "veil")
	require.ErrorIs(t, SetMark(dir, "", Stopped), ErrNoSession)
	_, err := ClearMark(dir, "no", Stopped)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoError(t, os.WriteFile(dir, nil, 0o600))
	require.ErrorIs(t, SetMark(dir, "a", Stopped), ErrNotFolder)
}

func TestPurgeTakesTheMarks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "veil")
	s := openMarked(t, dir)
	require.NoError(t, SetMark(dir, "a", Stopped))
	require.NoError(t, s.Close())
	require.NoError(t, purge(s.blobs.folder, time.Time{}))
	require.NoDirExists(t, s.blobs.folder)
}
