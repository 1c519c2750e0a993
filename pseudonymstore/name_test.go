// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
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
