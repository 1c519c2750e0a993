// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core/laws"
)

// randomVerdict draws from few leaves and texts, so that conflicts are common.
func randomVerdict(r *rand.Rand) Verdict {
	v := Verdict{Decision: Decision(r.IntN(3)), Labels: Label(r.IntN(4))}
	for range r.IntN(3) {
		reason := Reason{Rule: fmt.Sprint("rule_", r.IntN(3)), Text: fmt.Sprint("text ", r.IntN(2))}
		for range r.IntN(3) {
			reason.Evidence = append(reason.Evidence, Evidence{LeafID{Pointer: fmt.Sprint("/", r.IntN(3))}, Kinds()[r.IntN(2)]})
		}
		v.Reasons = append(v.Reasons, reason)
	}
	if v.Decision != Deny {
		for leaf := range 3 {
			if r.IntN(2) == 0 {
				v.Patches = append(v.Patches, Patch{LeafID{fmt.Sprint("/", leaf), r.IntN(4) == 0}, Op(r.IntN(2)), fmt.Sprint("new ", r.IntN(2)), nil})
			}
		}
	}
	return Merge(v, Verdict{}) // brings lists into their canonical order
}

func TestMergeLaws(t *testing.T) {
	for seed := range laws.Seeds(t, 1) {
		r := rand.New(rand.NewPCG(3+seed, 4))
		for range 20000 {
			a, b, c := randomVerdict(r), randomVerdict(r), randomVerdict(r)
			ab := Merge(a, b)
			require.Equal(t, ab, Merge(b, a), "commutative")
			require.Equal(t, Merge(ab, c), Merge(a, Merge(b, c)), "associative")
			require.Equal(t, a, Merge(a, a), "idempotent")
			require.Equal(t, a, Merge(a, Verdict{}), "unit")
			require.GreaterOrEqual(t, ab.Decision, max(a.Decision, b.Decision), "never lowers a decision")
			require.Equal(t, a.Labels|b.Labels, ab.Labels)
			if ab.Decision == Deny {
				require.Empty(t, ab.Patches, "a deny carries no patches")
			}
		}
	}
}

func TestMergePatches(t *testing.T) {
	hide := func(leaf, text string) Patch { return Patch{Leaf: LeafID{Pointer: leaf}, Op: Hide, New: text} }
	reveal := func(leaf, text string) Patch { return Patch{Leaf: LeafID{Pointer: leaf}, Op: Reveal, New: text} }
	tests := []struct {
		name string
		a, b Patch
		want []Patch
		deny bool
	}{
		{"different leaves union", hide("/a", "x"), reveal("/b", "y"), []Patch{hide("/a", "x"), reveal("/b", "y")}, false},
		{"key and value of a member differ", hide("/a", "x"), Patch{LeafID{"/a", true}, Hide, "y", nil}, []Patch{hide("/a", "x"), {LeafID{"/a", true}, Hide, "y", nil}}, false},
		{"hide beats reveal", reveal("/a", "y"), hide("/a", "x"), []Patch{hide("/a", "x")}, false},
		{"same hide", hide("/a", "x"), hide("/a", "x"), []Patch{hide("/a", "x")}, false},
		{"two hides cannot both hold", hide("/a", "x"), hide("/a", "y"), nil, true},
		{"of two reveals one stands", reveal("/a", "y"), reveal("/a", "x"), []Patch{reveal("/a", "x")}, false},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got := Merge(Verdict{Patches: []Patch{tc.a}}, Verdict{Patches: []Patch{tc.b}})
			require.Equal(t, tc.want, got.Patches)
			require.Equal(t, tc.deny, got.Decision == Deny)
		})
	}
}

func TestMergeDropsPatchesOfADeny(t *testing.T) {
	rewrite := Verdict{Patches: []Patch{{Leaf: LeafID{Pointer: "/a"}, New: "x"}}}
	got := Merge(rewrite, Denied(Reason{Rule: "r", Text: "t"}))
	require.Equal(t, Deny, got.Decision)
	require.Empty(t, got.Patches)
	require.False(t, got.Rewrites())
	require.True(t, rewrite.Rewrites())
}
