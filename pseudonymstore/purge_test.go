// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

func purge(dir, name string) error { return pseudonymstore.Purge(dir, name, time.Time{}) }

func TestPurgeRemovesEveryFile(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	hide(t, s, whole("value one"))
	hide(t, s, blob("QUJD", large))
	folder := hideHundred(t, s, dir, "value")
	require.NoError(t, s.Close())
	require.NoError(t, os.WriteFile(filepath.Join(folder, "unfinished"), []byte("x"), 0o600))
	require.NoError(t, os.Mkdir(folder+".removed", 0o700), "of a purge that was killed")
	require.NoError(t, os.WriteFile(filepath.Join(folder+".removed", "pseudonyms.log"), []byte("x"), 0o600))
	other := open(t, dir, "another session")
	require.NoError(t, purge(dir, filepath.Base(folder)))
	left, err := os.ReadDir(filepath.Join(dir, "sessions"))
	require.NoError(t, err)
	require.Len(t, left, 1, "the other session")
	require.NoError(t, other.Refresh(context.Background()))
	require.FileExists(t, filepath.Join(dir, "key"))
	require.Equal(t, "[SECRETO-001]", hide(t, open(t, dir, sessionID), whole("value two")), "it begins anew")
}

func TestPurgeOfAnUnfinishedSession(t *testing.T) {
	for _, missing := range []string{"pseudonyms.log", "lock"} {
		dir, log := threeValues(t)
		require.NoError(t, os.Remove(filepath.Join(filepath.Dir(log), missing)))
		require.NoError(t, describe(t, dir).Fault)
		require.NoError(t, purge(dir, only(t, dir)))
	}
}

func TestPurgeOfADamagedSession(t *testing.T) {
	for _, change := range []func(*testing.T, string){flip(1), flip(60), begin("veil pseudonyms 9\n")} {
		dir, log := threeValues(t)
		change(t, log)
		require.NoError(t, purge(dir, only(t, dir)))
		require.NoFileExists(t, log)
	}
}

func TestPurgeLeavesASessionInUse(t *testing.T) {
	dir, _ := threeValues(t)
	name := only(t, dir)
	s, err := pseudonymstore.Open(dir, sessionID)
	require.NoError(t, err)
	again := open(t, dir, sessionID)
	refused := func(why string) {
		t.Helper()
		err := purge(dir, name)
		require.ErrorIs(t, err, pseudonymstore.ErrInUse, why)
		requireTypedError(t, err)
		require.Equal(t, "[SECRETO-001]", hide(t, again, whole("value one")))
	}
	refused("two have it open")
	require.NoError(t, s.Close())
	refused("one has it open")
	require.NoError(t, again.Close())

	file := flock.New(sessionFile(t, dir, "lock"))
	locked, err := file.TryLock()
	require.NoError(t, err)
	require.True(t, locked)
	require.ErrorIs(t, purge(dir, name), pseudonymstore.ErrInUse, "a process of an earlier version")
	require.NoError(t, file.Unlock())
	require.NoError(t, purge(dir, name))
}

func TestPurgeOfWhatWasUsedMeanwhile(t *testing.T) {
	dir, log := threeValues(t)
	now := time.Now()
	for _, used := range []string{"lock", "pseudonyms.log", ""} {
		age(t, filepath.Dir(log), now.Add(-time.Hour))
		require.NoError(t, os.Chtimes(filepath.Join(filepath.Dir(log), used), now, now))
		require.ErrorIs(t, pseudonymstore.Purge(dir, only(t, dir), now.Add(-time.Minute)), pseudonymstore.ErrInUse)
	}
	age(t, filepath.Dir(log), now.Add(-time.Hour))
	require.NoError(t, pseudonymstore.Purge(dir, only(t, dir), now.Add(-time.Minute)))
}

func TestPurgeRefusesWhatIsNoSession(t *testing.T) {
	for _, tc := range []struct{ name, link string }{{"the session", ""}, {"the lock", "lock"}, {"the log", "pseudonyms.log"}, {"the sessions", ".."}} {
		t.Run("a link in place of "+tc.name, func(t *testing.T) {
			dir, log := threeValues(t)
			name := only(t, dir)
			toLink(t, filepath.Join(filepath.Dir(log), tc.link))
			err := purge(dir, name)
			require.ErrorIs(t, err, pseudonymstore.ErrUnsafeFile)
			requireTypedError(t, err)
			require.FileExists(t, log)
		})
	}
	dir, log := threeValues(t)
	for _, name := range []string{"", "..", "notes", only(t, dir)[:8]} {
		err := purge(dir, name)
		require.ErrorIs(t, err, os.ErrNotExist)
		requireTypedError(t, err)
	}
	require.FileExists(t, log)
}

// TestRemovedWhileOpen is what somebody does who deletes the folder by hand. What
// would be minted into it would be lost.
func TestRemovedWhileOpen(t *testing.T) {
	for _, replaced := range []bool{false, true} {
		dir, log := threeValues(t)
		s := open(t, dir, sessionID)
		require.NoError(t, os.RemoveAll(filepath.Dir(log)))
		if replaced {
			require.Equal(t, "[SECRETO-001]", hide(t, open(t, dir, sessionID), whole("value of another")))
		}
		_, err := s.Hide(context.Background(), []core.Hideable{whole("value four")})
		require.Error(t, err)
		requireTypedError(t, err)
		if replaced {
			require.ErrorIs(t, err, pseudonymstore.ErrRemoved)
		}
	}
}

func TestOpeningIsAUse(t *testing.T) {
	for _, past := range []time.Duration{29 * 24 * time.Hour, -24 * time.Hour} {
		dir, log := threeValues(t)
		age(t, filepath.Dir(log), time.Now().Add(-past))
		require.NoError(t, open(t, dir, sessionID).Close())
		require.WithinDuration(t, time.Now(), describe(t, dir).LastUse, time.Minute)
		require.WithinDuration(t, time.Now(), must(os.Stat(filepath.Join(filepath.Dir(log), "lock"))).ModTime(), time.Minute, "a time in the future is put right")
	}
}

// TestPurgeMeetsALateFile: a process that was opening the session puts a file into
// the folder while it is deleted.
func TestPurgeMeetsALateFile(t *testing.T) {
	dir, log := threeValues(t)
	left := filepath.Dir(log) + ".removed"
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				_ = os.WriteFile(filepath.Join(left, "late"), nil, 0o600)
			}
		}
	}()
	for range 200 {
		require.NoError(t, os.Mkdir(left, 0o700))
		require.NoError(t, pseudonymstore.FinishPurges(dir))
		require.NoDirExists(t, left)
	}
	close(stop)
	<-stopped
}
