// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/pseudonymstore"
)

func TestNameOfASession(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "veil")
	name, err := pseudonymstore.NameOf(dir, "a")
	require.NoError(t, err)
	d, err := open(t, dir, "a").Describe()
	require.NoError(t, err)
	require.Equal(t, d.Name, name)
	other, err := pseudonymstore.NameOf(dir, "b")
	require.NoError(t, err)
	require.NotEqual(t, name, other)
}

// Naming says the same, and makes nothing.
func TestNaming(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "veil")
	_, err := pseudonymstore.Naming(dir)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoDirExists(t, dir)
	require.NoError(t, os.Mkdir(dir, 0o700))
	_, err = pseudonymstore.Naming(dir)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoFileExists(t, filepath.Join(dir, "key"))

	name, err := pseudonymstore.NameOf(dir, "a")
	require.NoError(t, err)
	nameOf, err := pseudonymstore.Naming(dir)
	require.NoError(t, err)
	require.Equal(t, name, nameOf("a"))
	require.NotEqual(t, name, nameOf("b"))

	require.NoError(t, os.WriteFile(filepath.Join(dir, "key"), []byte("not a key"), 0o600))
	_, err = pseudonymstore.Naming(dir)
	require.ErrorAs(t, err, new(*pseudonymstore.Error))
}
