// SPDX-License-Identifier: Apache-2.0

package core

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core/laws"
)

// randomEdits returns edits of text in rising order. Each inserts a word of its
// own, so that the result shows where it came from.
func randomEdits(r *rand.Rand, text, word string, free func(start, end int) bool) []Edit {
	var edits []Edit
	for at := 0; at < len(text); {
		start := at + r.IntN(4)
		end := start + r.IntN(4)
		if end > len(text) {
			break
		}
		if end > start && free(start, end) {
			edits = append(edits, Edit{start, end, word})
		}
		at = end + 1
	}
	return edits
}

func TestComposeEditsEqualsDoingThemInTurn(t *testing.T) {
	composed := 0
	for seed := range laws.Seeds(t, 1) {
		r := rand.New(rand.NewPCG(9+seed, 10))
		for range 5000 {
			text := strings.Repeat("abcdefghij", 1+r.IntN(4))
			first := randomEdits(r, text, "<1>", func(int, int) bool { return true })
			between := ApplyEdits(text, first)
			// The second round leaves alone what the first one wrote.
			second := randomEdits(r, between, "<22>", func(start, end int) bool {
				return !strings.ContainsAny(between[start:end], "<1>")
			})
			got, ok := composeEdits(first, second)
			require.True(t, ok)
			require.Equal(t, ApplyEdits(between, second), ApplyEdits(text, got))
			composed += len(second)
		}
	}
	require.Greater(t, composed, 1000)
}

func TestComposeEditsRefusesAnEditOfAnEdit(t *testing.T) {
	_, ok := composeEdits([]Edit{{2, 3, "xyz"}}, []Edit{{3, 4, ""}})
	require.False(t, ok)
	_, ok = composeEdits([]Edit{{2, 3, "xyz"}}, []Edit{{1, 3, ""}})
	require.False(t, ok)
}
