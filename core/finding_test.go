// SPDX-License-Identifier: Apache-2.0

package core

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core/laws"
)

func TestResolveOverlaps(t *testing.T) {
	f := func(k Kind, start, end int, b Basis) Finding {
		return Finding{Kind: k, Start: start, End: end, Basis: b}
	}
	tests := []struct {
		name string
		in   []Finding
		want []Finding
	}{
		{"none", nil, nil},
		{"apart", []Finding{f(Tel, 9, 12, 0), f(DNI, 0, 9, 0)}, []Finding{f(DNI, 0, 9, 0), f(Tel, 9, 12, 0)}},
		{"longest", []Finding{f(DNI, 3, 9, ByCheckDigit), f(Email, 0, 12, ByContext)}, []Finding{f(Email, 0, 12, ByContext)}},
		{"check digit before catalogue", []Finding{f(Nombre, 0, 9, ByCatalogue), f(DNI, 0, 9, ByCheckDigit)}, []Finding{f(DNI, 0, 9, ByCheckDigit)}},
		{"catalogue before context", []Finding{f(Tel, 0, 9, ByContext), f(Nombre, 0, 9, ByCatalogue)}, []Finding{f(Nombre, 0, 9, ByCatalogue)}},
		{"order of the kinds", []Finding{f(Tel, 0, 9, 0), f(DNI, 0, 9, 0)}, []Finding{f(DNI, 0, 9, 0)}},
		{"leftmost", []Finding{f(Tel, 2, 6, 0), f(Tel, 0, 4, 0)}, []Finding{f(Tel, 0, 4, 0)}},
		{"loser frees its neighbour", []Finding{f(Tel, 0, 4, 0), f(Tel, 3, 9, 0), f(Tel, 8, 11, 0)}, []Finding{f(Tel, 3, 9, 0)}},
		{"chain keeps both ends", []Finding{f(Tel, 0, 5, 0), f(Tel, 4, 7, 0), f(Tel, 6, 11, 0)}, []Finding{f(Tel, 0, 5, 0), f(Tel, 6, 11, 0)}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			require.Equal(t, tc.want, append([]Finding(nil), ResolveOverlaps(tc.in)...))
		})
	}
}

func TestResolveOverlapsIsSoundAndGreedy(t *testing.T) {
	for seed := range laws.Seeds(t, 1) {
		r := rand.New(rand.NewPCG(1+seed, 2))
		for range 2000 {
			var in []Finding
			for range r.IntN(12) {
				start := r.IntN(30)
				in = append(in, Finding{Kind: Kinds()[r.IntN(4)], Start: start, End: start + 1 + r.IntN(8), Basis: Basis(r.IntN(4))})
			}
			all := append([]Finding(nil), in...)
			got := ResolveOverlaps(in)
			for i := 1; i < len(got); i++ {
				require.LessOrEqual(t, got[i-1].End, got[i].Start)
			}
			for _, f := range all { // whatever was dropped overlaps something that stands and precedes it
				var covered bool
				for _, g := range got {
					covered = covered || f.Start < g.End && g.Start < f.End && comparePrecedence(g, f) <= 0
				}
				require.True(t, covered, "%d-%d was dropped for nothing", f.Start, f.End)
			}
		}
	}
}
