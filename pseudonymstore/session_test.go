// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
	"github.com/veil-guard/veil/pseudonymstore/storetest"
)

func TestContract(t *testing.T) {
	dir := stateDir(t)
	storetest.Run(t, func(t *testing.T, session string) core.Pseudonyms {
		return open(t, dir, session)
	})
}

// stateDir is a state directory that does not exist yet.
func stateDir(t testing.TB) string { return filepath.Join(t.TempDir(), "state", "veil") }

// open opens a session and closes it at the end of the test.
func open(t testing.TB, dir, session string) *pseudonymstore.Session {
	t.Helper()
	s, err := pseudonymstore.Open(dir, session)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}
