// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/core/laws"
)

// randomText is made of few letters, so that spellings begin and end alike.
func randomText(r *rand.Rand, length int) string {
	b := make([]byte, length)
	for i := range b {
		b[i] = "aaab@A_\x00"[r.IntN(8)]
	}
	return string(b)
}

// findSlowly is the index's search by comparing every spelling everywhere.
func findSlowly(spellings map[string]bool, text string) []string {
	// word and loose are the lengths of what begins at each place.
	word, loose := make([]int, len(text)+1), make([]int, len(text)+1)
	for at := len(text) - 1; at >= 0; at-- {
		for s := range spellings {
			if !strings.HasPrefix(text[at:], s) {
				continue
			}
			end := at + len(s)
			if isLoose(s) {
				loose[at] = max(loose[at], len(s))
			}
			if isLoose(s) || word[end] > 0 || atBoundary([]byte(text), end) {
				word[at] = max(word[at], len(s))
			}
		}
	}
	var found []string
	for at, end := 0, -1; at < len(text); {
		length := loose[at]
		if at == end || atBoundary([]byte(text), at) {
			length = word[at]
		}
		if length > 0 {
			end = at + length
			found = append(found, text[at:end])
		}
		at += max(length, 1)
	}
	return found
}

func TestIndexFindsWhatComparingFinds(t *testing.T) {
	for seed := range laws.Seeds(t, 20) {
		r := rand.New(rand.NewPCG(seed, 20))
		x, spellings := newIndex(), map[string]bool{}
		for range 1 + r.IntN(400) {
			s := randomText(r, minSpelling+r.IntN(30))
			spellings[s] = true
			x.add(&identity{core.Secreto, s}, s)
		}
		var text string
		for s := range spellings {
			text += s + randomText(r, r.IntN(9))
			if len(text) > 3000 {
				break
			}
		}
		var got []string
		for _, f := range x.find(nil, []byte(text), 0, len(text)) {
			require.Equal(t, text[f.Start:f.End], f.Value)
			got = append(got, f.Value)
		}
		require.Equal(t, findSlowly(spellings, text), got, "seed %d", seed)
	}
}

func TestEdgesThatCollide(t *testing.T) {
	e := edges{table: make([]edge, minEdges)} // without seeds every edge belongs at 0
	var all []edge
	for i := range uint32(50) {
		all = append(all, edge{chunk: uint64(i % 3), from: i / 3 % 3, length: uint8(1 + i/9), to: i + 1})
		e.add(all[i])
	}
	for _, want := range all {
		require.Equal(t, want.to, e.find(want.from, want.chunk, int(want.length)))
	}
	require.Zero(t, e.find(9, 0, 1))
}
