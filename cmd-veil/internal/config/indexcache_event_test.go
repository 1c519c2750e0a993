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
