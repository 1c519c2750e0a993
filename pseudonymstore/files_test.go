// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

func TestNamesHoldNoSessionID(t *testing.T) {
	dir, _ := threeValues(t)
	open(t, dir, "another session")
	var files int
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		assert.NotContains(t, path, sessionID)
		assert.NotContains(t, path, ".tmp")
		if !entry.IsDir() {
			files++
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(string(content), "veil "), "a file begins with its format")
			assert.NotContains(t, string(content), sessionID)
		}
		return nil
	}))
	require.Equal(t, 5, files)
	sessions, err := os.ReadDir(filepath.Join(dir, "sessions"))
	require.NoError(t, err)
	require.Len(t, sessions, 2)
	for _, s := range sessions {
		assert.Regexp(t, "^[0-9a-f]{32}$", s.Name())
	}
	other, _ := threeValues(t)
	assert.NoDirExists(t, filepath.Join(dir, "sessions", filepath.Base(filepath.Dir(sessionFile(t, other, "lock")))), "the hash is keyed")
}

func TestSomethingElseInPlace(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	folder := func(path string) error { return os.Mkdir(path, 0o700) }
	file := func(path string) error { return os.WriteFile(path, nil, 0o600) }
	link := func(path string) error {
		if err := os.MkdirAll(elsewhere, 0o700); err != nil {
			return err
		}
		return os.Symlink(elsewhere, path)
	}
	dangling := func(path string) error { return os.Symlink(filepath.Join(elsewhere, "none"), path) }
	for _, tc := range []struct {
		name, path string
		put        func(path string) error
		want       error
	}{
		{"a link in place of the log", "sessions/*/pseudonyms.log", link, pseudonymstore.ErrUnsafeFile},
		{"a dangling link in place of the log", "sessions/*/pseudonyms.log", dangling, pseudonymstore.ErrUnsafeFile},
		{"a link in place of the lock", "sessions/*/lock", link, pseudonymstore.ErrUnsafeFile},
		{"a link in place of the key", "key", link, pseudonymstore.ErrUnsafeFile},
		{"a link in place of the session", "sessions/*", link, pseudonymstore.ErrUnsafeFile},
		{"a link in place of the sessions", "sessions", link, pseudonymstore.ErrUnsafeFile},
		{"a link in place of the directory", "", link, pseudonymstore.ErrUnsafeFile},
		{"a folder in place of the log", "sessions/*/pseudonyms.log", folder, pseudonymstore.ErrUnsafeFile},
		{"a folder in place of the lock", "sessions/*/lock", folder, pseudonymstore.ErrUnsafeFile},
		{"a folder in place of the key", "key", folder, pseudonymstore.ErrUnsafeFile},
		{"a file in place of the session", "sessions/*", file, pseudonymstore.ErrNotFolder},
		{"a file in place of the directory", "", file, pseudonymstore.ErrNotFolder},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir, _ := threeValues(t)
			found, err := filepath.Glob(filepath.Join(dir, tc.path))
			require.NoError(t, err)
			require.Len(t, found, 1)
			require.NoError(t, os.RemoveAll(found[0]))
			require.NoError(t, tc.put(found[0]))
			requireRefusal(t, dir, tc.want)
		})
	}
}

func TestFolderThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := pseudonymstore.Open(filepath.Join(file, "veil"), sessionID)
	require.Error(t, err)
	requireTypedError(t, err)
	if runtime.GOOS == "linux" {
		_, err = pseudonymstore.Open("/proc/veil", sessionID)
		require.Error(t, err, "read-only, also for root")
		requireTypedError(t, err)
	}
}

func TestEmptySession(t *testing.T) {
	dir := stateDir(t)
	_, err := pseudonymstore.Open(dir, "")
	require.ErrorIs(t, err, pseudonymstore.ErrNoSession)
	requireTypedError(t, err)
	require.NoDirExists(t, dir)
}

func TestClosed(t *testing.T) {
	s, err := pseudonymstore.Open(stateDir(t), sessionID)
	require.NoError(t, err)
	hide(t, s, whole("value one"))
	require.NoError(t, s.Close())
	require.NoError(t, s.Close())
	for _, text := range []string{"value one", "value two"} {
		_, err = s.Hide(context.Background(), []core.Hideable{whole(text)})
		require.ErrorIs(t, err, pseudonymstore.ErrClosed)
		requireTypedError(t, err)
	}
	_, err = s.Reveal(context.Background(), []string{"[SECRETO-001]"})
	require.ErrorIs(t, err, pseudonymstore.ErrClosed)
}

func TestLocked(t *testing.T) {
	dir, log := threeValues(t)
	s := open(t, dir, sessionID)
	held := flock.New(filepath.Join(filepath.Dir(log), "lock"))
	require.NoError(t, held.Lock())
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := s.Hide(ctx, []core.Hideable{whole("value four")})
	require.ErrorIs(t, err, pseudonymstore.ErrLockTimeout)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	requireTypedError(t, err)
	require.Less(t, time.Since(began), 3*time.Second)
	_, err = s.Reveal(ctx, []string{"[SECRETO-009]"})
	require.ErrorIs(t, err, pseudonymstore.ErrLockTimeout)
	require.ErrorIs(t, s.Refresh(ctx), pseudonymstore.ErrLockTimeout)

	require.Equal(t, "[SECRETO-002] [SECRETO-001]", hide(t, s, core.Hideable{
		Text: "[SECRETO-002] value one", Findings: []core.Finding{{Kind: core.Secreto, Value: "value one", Start: 14, End: 23}},
	}), "nothing to write, no lock")
	require.Equal(t, "value one", reveal(t, s, "[SECRETO-001]"))
	require.NoError(t, held.Unlock())
	require.Equal(t, "[SECRETO-004]", hide(t, s, whole("value four")))
}

func TestLockedWithoutDeadline(t *testing.T) {
	dir, log := threeValues(t)
	held := flock.New(filepath.Join(filepath.Dir(log), "lock"))
	require.NoError(t, held.Lock())
	defer held.Close()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		requireRefusal(t, dir, pseudonymstore.ErrLockTimeout)
		require.Equal(t, 5*time.Second, time.Since(began))
	})
}

func TestLockedByAnotherGoroutine(t *testing.T) {
	dir, log := threeValues(t)
	synctest.Test(t, func(t *testing.T) {
		s, err := pseudonymstore.Open(dir, sessionID)
		require.NoError(t, err)
		defer s.Close()
		held := flock.New(filepath.Join(filepath.Dir(log), "lock"))
		require.NoError(t, held.Lock())
		defer held.Close()
		began := time.Now()
		go func() {
			_, err := s.Hide(t.Context(), []core.Hideable{whole("value four")})
			assert.ErrorIs(t, err, pseudonymstore.ErrLockTimeout)
		}()
		time.Sleep(time.Second)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = s.Hide(ctx, []core.Hideable{whole("value five")})
		require.ErrorIs(t, err, pseudonymstore.ErrLockTimeout)
		require.Equal(t, 2*time.Second, time.Since(began))
		time.Sleep(4 * time.Second)
	})
}

func TestRefresh(t *testing.T) {
	dir := stateDir(t)
	a, b := open(t, dir, sessionID), open(t, dir, sessionID)
	hide(t, a, whole("value one"))
	require.Empty(t, b.Known(nil, []byte("value one")))
	require.NoError(t, b.Refresh(context.Background()))
	require.Len(t, b.Known(nil, []byte("value one")), 1)
}
