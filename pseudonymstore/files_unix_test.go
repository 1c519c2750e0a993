// SPDX-License-Identifier: Apache-2.0

//go:build unix

package pseudonymstore_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/pseudonymstore"
)

func TestModesUnderAnyUmask(t *testing.T) {
	for _, umask := range []int{0, 0o022, 0o077, 0o277} {
		dir := filepath.Join(t.TempDir(), "veil")
		before := syscall.Umask(umask)
		s, err := pseudonymstore.Open(dir, sessionID)
		syscall.Umask(before)
		require.NoError(t, err)
		before = syscall.Umask(umask)
		hide(t, s, whole("value one"))
		hide(t, s, blob("QUJD", large))
		remember(t, s, "one")
		hideHundred(t, s, dir, "value")
		sessionFile(t, dir, "pseudonyms.index")
		syscall.Umask(before)
		require.NoError(t, s.Close())
		require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			require.NoError(t, err)
			info, err := entry.Info()
			require.NoError(t, err)
			want := fs.FileMode(0o600)
			if entry.IsDir() {
				want = fs.ModeDir | 0o700
			}
			require.Equal(t, want, info.Mode(), "umask %03o", umask)
			return nil
		}))
	}
}

// eachPath is every file and folder of the store.
func eachPath() []string {
	return []string{"", "key", "sessions", "sessions/*", "sessions/*/lock", "sessions/*/pseudonyms.log"}
}

func TestWiderPermissions(t *testing.T) {
	for _, name := range eachPath() {
		for _, more := range []fs.FileMode{0o040, 0o001, 0o022} {
			dir, _ := threeValues(t)
			found, err := filepath.Glob(filepath.Join(dir, name))
			require.NoError(t, err)
			require.Len(t, found, 1)
			require.NoError(t, os.Chmod(found[0], 0o700|more))
			requireRefusal(t, dir, pseudonymstore.ErrUnsafeFile)
		}
	}
}

func TestAnotherOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to give a file away")
	}
	for _, name := range eachPath() {
		dir, _ := threeValues(t)
		found, err := filepath.Glob(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Len(t, found, 1)
		require.NoError(t, os.Lchown(found[0], 65534, 65534))
		requireRefusal(t, dir, pseudonymstore.ErrUnsafeFile)
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere; TestFolderThatCannotBeMade covers root")
	}
	dir, _ := threeValues(t)
	require.NoError(t, os.Chmod(filepath.Join(dir, "sessions"), 0o500))
	_, err := pseudonymstore.Open(dir, "another session")
	require.ErrorIs(t, err, fs.ErrPermission)
	requireTypedError(t, err)
	require.NoError(t, os.Chmod(filepath.Join(dir, "sessions"), 0o700))
}
