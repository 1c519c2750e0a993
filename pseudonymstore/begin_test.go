// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

func TestBeginNeverReusesANumberOfTheConversation(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "veil")
	s, err := pseudonymstore.Open(dir, "s")
	require.NoError(t, err)
	require.False(t, s.Begun())
	seen := core.Token{Kind: core.DNI, Number: 1, Form: 2}
	require.NoError(t, s.Begin(context.Background(), []core.Token{seen, seen}))

	other, err := pseudonymstore.Open(dir, "s") // another process
	require.NoError(t, err)
	require.True(t, other.Begun())
	require.NoError(t, other.Begin(context.Background(), []core.Token{{Kind: core.DNI, Number: 2, Form: 1}}), "once is enough")

	hidden, err := other.Hide(context.Background(), []core.Hideable{{Text: "x", Findings: []core.Finding{{Kind: core.DNI, End: 1, Value: "x"}}}})
	require.NoError(t, err)
	require.Equal(t, "[DNI-002]", hidden[0].Edits[0].New)
	revealed, err := other.Reveal(context.Background(), []string{"[DNI-001]"})
	require.NoError(t, err)
	require.Empty(t, revealed[0].Edits)
	require.Len(t, revealed[0].Unknown, 1)
	require.NoError(t, s.Close())
	require.NoError(t, other.Close())
}

// A number that a compaction took out of the conversation may stand in a file.
func TestBeginGoesOnAboveTheHighestNumber(t *testing.T) {
	s, err := pseudonymstore.Open(filepath.Join(t.TempDir(), "veil"), "s")
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	seen := []core.Token{{Kind: core.DNI, Number: 41, Form: 1}, {Kind: core.DNI, Number: 7, Form: 1}, {Kind: core.Tel, Number: core.MaxNumber, Form: 1}}
	require.NoError(t, s.Begin(context.Background(), seen))
	for kind, want := range map[core.Kind]string{core.DNI: "[DNI-042]", core.Tel: "[TEL-001]", core.Email: "[EMAIL-001]"} {
		hidden, err := s.Hide(context.Background(), []core.Hideable{{Text: "x", Findings: []core.Finding{{Kind: kind, End: 1, Value: "x"}}}})
		require.NoError(t, err)
		require.Equal(t, want, hidden[0].Edits[0].New)
	}
}
