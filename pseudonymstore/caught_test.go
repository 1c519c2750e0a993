// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

func TestCaughtIsCountedPerSession(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "veil")
	require.Zero(t, caughtIn(t, dir))
	a, b := open(t, dir, "a"), open(t, dir, "b")
	require.Zero(t, caughtIn(t, dir))
	require.NoError(t, a.AddCaught(t.Context(), 2))
	require.NoError(t, open(t, dir, "a").AddCaught(t.Context(), 1))
	require.NoError(t, b.AddCaught(t.Context(), 1))
	require.Equal(t, 4, caughtIn(t, dir))
	d, err := a.Describe()
	require.NoError(t, err)
	require.NoError(t, d.Fault)
	require.Equal(t, 3, d.Caught)
	require.NoError(t, a.Close())
	require.ErrorIs(t, a.AddCaught(t.Context(), 1), pseudonymstore.ErrClosed)
}

func TestADamagedCountCountsAsOne(t *testing.T) {
	for _, text := range []string{"", "veil caught 1\n", "veil caught 2\n7\n", "veil caught 1\n-3\n", "x"} {
		dir := filepath.Join(t.TempDir(), "veil")
		s := open(t, dir, "a")
		d, err := s.Describe()
		require.NoError(t, err)
		file := filepath.Join(dir, "sessions", d.Name, "caught")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		assert.Equal(t, 1, caughtIn(t, dir), "%q", text)
		require.NoError(t, s.AddCaught(t.Context(), 1))
		assert.Equal(t, 2, caughtIn(t, dir), "%q", text)
	}
}

func caughtIn(t *testing.T, dir string) int {
	t.Helper()
	n, err := pseudonymstore.Caught(dir)
	require.NoError(t, err)
	return n
}

// TestPosition: it moves when the session learns something, also from another process,
// and at no other time.
func TestPosition(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "veil")
	s, other := open(t, dir, "a"), open(t, dir, "a")
	hide := func(p *pseudonymstore.Session, value string) {
		t.Helper()
		text := core.Hideable{Text: value, Findings: []core.Finding{{Kind: core.DNI, End: len(value), Value: value, Basis: core.ByCheckDigit}}}
		_, err := p.Hide(t.Context(), []core.Hideable{text})
		require.NoError(t, err)
	}
	began := s.Position()
	hide(s, "12345678Z")
	minted := s.Position()
	require.Greater(t, minted, began)
	hide(s, "12345678Z")
	require.NoError(t, s.Refresh(t.Context()))
	require.Equal(t, minted, s.Position())
	hide(other, "00000001R")
	require.NoError(t, s.Refresh(t.Context()))
	require.Greater(t, s.Position(), minted)
}
