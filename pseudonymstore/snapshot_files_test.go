// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// hundred are values that fill more of a log than is read without a snapshot.
func hundred(name string) []core.Hideable {
	texts := make([]core.Hideable, 100)
	for i := range texts {
		texts[i] = whole(fmt.Sprintf("%s %03d of a hundred", name, i))
	}
	return texts
}

// hideHundred hides those values and returns the session's folder.
func hideHundred(t *testing.T, s *pseudonymstore.Session, dir, name string) (folder string) {
	t.Helper()
	_, err := s.Hide(context.Background(), hundred(name))
	require.NoError(t, err)
	return filepath.Dir(sessionFile(t, dir, "pseudonyms.log"))
}

func TestSnapshotIsMade(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	hide(t, s, whole("value one"))
	require.Empty(t, must(filepath.Glob(filepath.Join(dir, "sessions", "*", "pseudonyms.index"))), "a short log needs none")
	index := filepath.Join(hideHundred(t, s, dir, "value"), "pseudonyms.index")
	first, err := os.Stat(index)
	require.NoError(t, err)
	hide(t, s, whole("value two"))
	second, err := os.Stat(index)
	require.NoError(t, err)
	require.True(t, os.SameFile(first, second), "not for each record")
	hideHundred(t, open(t, dir, sessionID), dir, "more")
	third, err := os.Stat(index)
	require.NoError(t, err)
	require.False(t, os.SameFile(first, third))

	require.NoError(t, os.Remove(index))
	open(t, dir, sessionID)
	require.FileExists(t, index, "one that was lost is made on opening")
	require.NoError(t, os.WriteFile(index, make([]byte, third.Size()), 0o600))
	require.Equal(t, "value two", reveal(t, open(t, dir, sessionID), "[SECRETO-102]"))
	require.Greater(t, len(must(os.ReadFile(index))), 0)
	require.NotZero(t, must(os.ReadFile(index))[0], "one that is damaged is made anew")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestSnapshotOfAnotherLog(t *testing.T) {
	dir := stateDir(t)
	folder := hideHundred(t, open(t, dir, sessionID), dir, "value")
	log, index := filepath.Join(folder, "pseudonyms.log"), filepath.Join(folder, "pseudonyms.index")
	old := must(os.ReadFile(index))
	require.NoError(t, errors.Join(os.Remove(log), os.Remove(index)))
	s := open(t, dir, sessionID)
	require.Equal(t, "[SECRETO-001]", hide(t, s, whole("value x")))
	hideHundred(t, s, dir, "other")
	hideHundred(t, s, dir, "third")
	require.NoError(t, os.WriteFile(index, old, 0o600))
	s = open(t, dir, sessionID)
	require.Equal(t, "value x", reveal(t, s, "[SECRETO-001]"))
	require.Equal(t, "other 004 of a hundred", reveal(t, s, "[SECRETO-006]"))
}

func TestSomethingElseInPlaceOfTheSnapshot(t *testing.T) {
	dir := stateDir(t)
	s := open(t, dir, sessionID)
	index := filepath.Join(hideHundred(t, s, dir, "value"), "pseudonyms.index")
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	require.NoError(t, os.Rename(index, elsewhere))
	require.NoError(t, os.Symlink(elsewhere, index))
	requireRefusal(t, dir, pseudonymstore.ErrUnsafeFile)
	require.NoError(t, os.Remove(index))
	require.NoError(t, os.Mkdir(index, 0o700))
	requireRefusal(t, dir, pseudonymstore.ErrUnsafeFile)
	require.NoError(t, os.Remove(index))
	open(t, dir, sessionID)
}

// TestSnapshotThatCannotBeMade: it only saves time, so that all else goes on.
func TestSnapshotThatCannotBeMade(t *testing.T) {
	dir, log := threeValues(t)
	blocked := filepath.Join(filepath.Dir(log), "unfinished")
	require.NoError(t, os.MkdirAll(filepath.Join(blocked, "x"), 0o700))
	s := open(t, dir, sessionID)
	index := filepath.Join(hideHundred(t, s, dir, "value"), "pseudonyms.index")
	require.NoFileExists(t, index)
	require.Equal(t, "value one", reveal(t, open(t, dir, sessionID), "[SECRETO-001]"))
	require.NoError(t, os.RemoveAll(blocked))
	require.NoError(t, os.WriteFile(blocked, []byte("half"), 0o400)) // left by a killed process
	open(t, dir, sessionID)
	require.FileExists(t, index)
	require.NoFileExists(t, blocked)
}

// TestDamageUnderAnOpenSnapshot: a block that is damaged while the session is
// open is found when it is needed, and with a damaged log too nothing works.
func TestDamageUnderAnOpenSnapshot(t *testing.T) {
	dir := stateDir(t)
	folder := hideHundred(t, open(t, dir, sessionID), dir, "value")
	log, index := filepath.Join(folder, "pseudonyms.log"), filepath.Join(folder, "pseudonyms.index")
	whole := must(os.ReadFile(log))
	snapshot := must(os.ReadFile(index))
	for i := 4096; i < len(snapshot); i++ {
		snapshot[i] ^= 1
	}
	for _, damaged := range []bool{false, true} {
		s := open(t, dir, sessionID)
		require.NoError(t, os.WriteFile(index, snapshot, 0o600))
		if damaged {
			broken := append([]byte{}, whole...)
			broken[len(broken)/2] ^= 1
			require.NoError(t, os.WriteFile(log, broken, 0o600))
			_, err := s.Reveal(context.Background(), []string{"[SECRETO-001]"})
			require.ErrorIs(t, err, pseudonymstore.ErrCorrupt)
			requireTypedError(t, err)
			require.Empty(t, s.Known(nil, []byte("value 001 of a hundred")))
			_, err = s.Hide(context.Background(), nil)
			require.ErrorIs(t, err, pseudonymstore.ErrCorrupt)
			continue
		}
		require.Equal(t, "value 000 of a hundred", reveal(t, s, "[SECRETO-001]"))
		require.Len(t, s.Known(nil, []byte("value 001 of a hundred")), 1)
		require.NoFileExists(t, index, "nobody else reads it in vain")
		require.NoError(t, os.Remove(log))
		require.NoError(t, os.WriteFile(log, whole, 0o600))
		open(t, dir, sessionID)
		require.FileExists(t, index)
	}
}
