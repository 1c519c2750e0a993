// SPDX-License-Identifier: Apache-2.0

//go:build unix

package pseudonymstore_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/pseudonymstore"
)

// ofTheSession is every path but the key that a purge rests on.
func ofTheSession() []string {
	return []string{"", "sessions", "sessions/*", "sessions/*/lock", "sessions/*/pseudonyms.log"}
}

// requireLeft requires that neither a purge nor an age-out touches the session.
func requireLeft(t *testing.T, dir, name, log string) {
	t.Helper()
	err := purge(dir, name)
	require.ErrorIs(t, err, pseudonymstore.ErrUnsafeFile)
	requireTypedError(t, err)
	age(t, filepath.Dir(log), time.Now().Add(-31*day))
	if s, err := pseudonymstore.Open(dir, "new"); err == nil {
		require.NoError(t, s.Close())
	}
	require.FileExists(t, log)
}

func TestPurgeOfAnotherOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to give a file away")
	}
	for _, path := range ofTheSession() {
		dir, log := threeValues(t)
		name := only(t, dir)
		found, err := filepath.Glob(filepath.Join(dir, path))
		require.NoError(t, err)
		require.Len(t, found, 1)
		require.NoError(t, os.Lchown(found[0], 65534, 65534))
		requireLeft(t, dir, name, log)
	}
}

func TestPurgeOfWhatOthersCanReach(t *testing.T) {
	for _, path := range ofTheSession() {
		dir, log := threeValues(t)
		name := only(t, dir)
		found, err := filepath.Glob(filepath.Join(dir, path))
		require.NoError(t, err)
		require.NoError(t, os.Chmod(found[0], 0o755))
		requireLeft(t, dir, name, log)
	}
}

func TestPurgeUnderAnyUmask(t *testing.T) {
	for _, umask := range []int{0, 0o277, 0o777} {
		dir, _ := threeValues(t)
		hide(t, open(t, dir, "another session"), whole("value one"))
		for _, name := range must(pseudonymstore.Sessions(dir)).Names {
			before := syscall.Umask(umask)
			d, err := pseudonymstore.Describe(dir, name)
			if err == nil && !d.InUse {
				err = purge(dir, name)
			}
			syscall.Umask(before)
			require.NoError(t, err)
		}
		require.Len(t, folders(t, dir), 1)
	}
}
