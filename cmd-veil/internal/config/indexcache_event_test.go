// SPDX-License-Identifier: Apache-2.0

//go:build unix

package config

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEventDoesNotParseLargeCatalogues: a hook has no time for it, so that it says at
// once what to do. A command builds the index, and then the hook uses it.
func TestEventDoesNotParseLargeCatalogues(t *testing.T) {
	s := newShelf(t)
	size := int64(len(names("Ana", 500)))
	event := func(most int64) error {
		at := s.cache
		at.mostParsed = most
		_, err := at.catalogue([]string{s.list})
		return err
	}
	refused := func() {
		t.Helper()
		var typed *Error
		require.ErrorAs(t, event(size-1), &typed)
		require.Equal(t, Error{What: "the index of the client names is not built yet", Mend: "run veil check once on any file: it builds the index in some seconds"}, *typed)
	}
	refused()
	require.Empty(t, s.kept(t))
	require.Equal(t, 1, s.find(t, "Ana ApellidoAA OtroA"))
	require.NoError(t, event(size-1), "a command has built it")

	file := s.kept(t)[0]
	require.NoError(t, os.Truncate(file, 1000))
	refused()
	require.NoError(t, event(size), "so much is parsed")
	require.NoError(t, event(size-1), "and kept")

	require.NoError(t, os.Chmod(s.cache.dir, 0o755))
	var typed *Error
	require.ErrorAs(t, event(size-1), &typed)
	require.Equal(t, "there is no private place for the index of the client names", typed.What)
}

// Where the index cannot be kept, to build it again does not help, and nobody is told to.
func TestNoRoomForTheIndex(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root writes everywhere")
	}
	s := newShelf(t)
	require.Equal(t, 1, s.find(t, "Ana ApellidoAA OtroA"))
	require.NoError(t, os.Remove(s.kept(t)[0]))
	require.NoError(t, os.Chmod(s.cache.dir, 0o500)) //nolint:gosec // that is the fault
	t.Cleanup(func() { _ = os.Chmod(s.cache.dir, 0o700) })
	require.Equal(t, 1, s.find(t, "Ana ApellidoAA OtroA"))
	s.cache.mostParsed = 10
	_, err := s.cache.catalogue([]string{s.list})
	var typed *Error
	require.ErrorAs(t, err, &typed)
	require.Equal(t, Error{File: s.cache.dir, What: "the index of the client names cannot be kept there", Mend: "make room, or set XDG_CACHE_HOME to another place, and run veil check"}, *typed)
}

// A folder in the index's place makes way for it.
func TestFolderInTheIndexsPlace(t *testing.T) {
	s := newShelf(t)
	s.find(t, "x")
	file := s.kept(t)[0]
	require.NoError(t, os.Remove(file))
	write(t, file+"/x", "x")
	s.find(t, "x")
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.True(t, info.Mode().IsRegular())
}

// TestDamagedIndexIsBuiltAnew: damage that shows only when a name is looked for.
func TestDamagedIndexIsBuiltAnew(t *testing.T) {
	s := newShelf(t)
	s.find(t, "x")
	file := s.kept(t)[0]
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	for i := len(data) / 3; i < len(data)/3*2; i++ {
		data[i] ^= 0x55
	}
	require.NoError(t, os.WriteFile(file, data, 0o600))
	require.Equal(t, 500, s.find(t, names("Ana", 500)))
	require.Empty(t, s.kept(t), "the damaged one is gone")
	require.Equal(t, 500, s.find(t, names("Ana", 500)))
	require.Len(t, s.kept(t), 1)
}
