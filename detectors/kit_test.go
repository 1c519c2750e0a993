// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors/kit"
)

// kitSet finds every kind, with the kit's names.
func kitSet(t testing.TB) *Set {
	t.Helper()
	data, err := kit.Catalogue()
	require.NoError(t, err)
	c, err := ParseCatalogue(data)
	require.NoError(t, err)
	s, err := New(Options{Catalogue: c})
	require.NoError(t, err)
	return s
}

func kitCases(t testing.TB) []kit.Case {
	t.Helper()
	cases, err := kit.Cases()
	require.NoError(t, err)
	return cases
}

// spansOf are the spans of one kind, or of every kind if it is empty.
func spansOf(found []core.Finding, kind core.Kind) []kit.Span {
	var spans []kit.Span
	for _, f := range found {
		if kind == "" || f.Kind == kind {
			spans = append(spans, kit.Span{Start: f.Start, End: f.End})
		}
	}
	return spans
}

func TestKit(t *testing.T) {
	s := kitSet(t)
	for _, c := range kitCases(t) {
		t.Run(string(c.Kind)+"/"+c.Why, func(t *testing.T) {
			assert.Equal(t, c.Spans, spansOf(s.Find(nil, []byte(c.Text)), c.Kind))
		})
	}
}

func TestKitHasHitsAndMissesOfEveryKind(t *testing.T) {
	hits, misses := map[core.Kind]int{}, map[core.Kind]int{}
	for _, c := range kitCases(t) {
		if len(c.Spans) > 0 {
			hits[c.Kind]++
		} else {
			misses[c.Kind]++
		}
	}
	main := []core.Kind{core.DNI, core.CIF, core.IBAN, core.Email, core.Tel, core.Nombre, core.Secreto, core.Tarjeta}
	for _, kind := range core.Kinds() {
		least := 5
		switch {
		case kind == core.Literal:
			continue // what it stands for is the user's own
		case slices.Contains(main, kind):
			least = 40
		}
		assert.GreaterOrEqual(t, hits[kind], least, "hits of %s", kind)
		assert.GreaterOrEqual(t, misses[kind], least, "misses of %s", kind)
	}
}
