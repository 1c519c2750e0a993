// SPDX-License-Identifier: Apache-2.0

//go:build unix

package replace

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What a process that was killed had begun to write goes with the next change. What is
// being written now, and a person's own files, stay.
func TestAloneClearsUp(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-2 * abandoned)
	for _, name := range []string{".veil-123", ".veil-456", ".veil-notes", ".veil-", ".veil.yaml", "names.txt"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
		require.NoError(t, os.Chtimes(path, old, old))
	}
	require.NoError(t, os.Chtimes(filepath.Join(dir, ".veil-456"), time.Now(), time.Now()))
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".veil-789"), 0o700))
	require.NoError(t, os.Chtimes(filepath.Join(dir, ".veil-789"), old, old))
	require.NoError(t, os.Symlink("names.txt", filepath.Join(dir, ".veil-321")))
	require.NoError(t, Alone(dir, func() error { return File(filepath.Join(dir, "names.txt"), []byte("y"), 0o600) }))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{".veil-", ".veil-321", ".veil-456", ".veil-789", ".veil-notes", ".veil.yaml", "names.txt"}, names)
}
