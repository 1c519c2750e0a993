// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/pseudonymstore"
)

// leftover is a file that a process which was killed left in a folder so long ago.
func leftover(t *testing.T, folder, name string, past time.Duration) string {
	t.Helper()
	path := filepath.Join(folder, name)
	require.NoError(t, os.WriteFile(path, []byte("veil"), 0o600))
	at := time.Now().Add(-past)
	require.NoError(t, os.Chtimes(path, at, at))
	return path
}

// TestLeftoversGoWithTheirSession: also where nothing else was made yet.
func TestLeftoversGoWithTheirSession(t *testing.T) {
	for _, complete := range []bool{true, false} {
		t.Run(map[bool]string{true: "a session", false: "no lock, no log"}[complete], func(t *testing.T) {
			make := func(dir string) string {
				folder := aged(t, dir, "old", 40*day)
				if !complete {
					require.NoError(t, os.Remove(filepath.Join(folder, "lock")))
					require.NoError(t, os.Remove(filepath.Join(folder, "pseudonyms.log")))
				}
				leftover(t, folder, ".lock.123.tmp", 40*day)
				leftover(t, folder, ".pseudonyms.log.123.tmp", 40*day)
				then := time.Now().Add(-40 * day)
				require.NoError(t, os.Chtimes(folder, then, then))
				return folder
			}
			dir := stateDir(t)
			folder := make(dir)
			require.NoError(t, pseudonymstore.Purge(dir, filepath.Base(folder), time.Time{}))
			require.Empty(t, folders(t, dir))

			folder = make(dir)
			open(t, dir, "new")
			require.NoDirExists(t, folder)
			require.Len(t, folders(t, dir), 1)
		})
	}
}

// TestLeftoversGoWhenASessionBegins: those that no process can be busy with.
func TestLeftoversGoWhenASessionBegins(t *testing.T) {
	dir := stateDir(t)
	folder := aged(t, dir, sessionID, 0)
	for _, in := range []string{dir, folder} {
		old := leftover(t, in, ".lock.123.tmp", 61*time.Minute)
		young := leftover(t, in, ".lock.456.tmp", 50*time.Minute)
		other := leftover(t, in, "lock.123.tmp", 40*day)
		open(t, dir, sessionID)
		require.NoFileExists(t, old)
		require.FileExists(t, young)
		require.FileExists(t, other, "not a name that veil gives")
	}
}
