// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

// The size of a property test: sessions, and documents in each.
const (
	sessions  = 30
	documents = 12
)

// eachSession runs a property in sessions that differ in their seed only.
func (s suite) eachSession(t *testing.T, property func(store, *generator)) {
	for seed := range uint64(sessions) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			property(s.on(t, ""), newGenerator(seed))
		})
	}
}

// find returns the planted values and the known ones.
func (s store) find(text string, planted []core.Finding) []core.Finding {
	return core.ResolveOverlaps(s.Known(planted, []byte(text)))
}

// lawFresh: what is hidden in fresh text comes back byte for byte, also after
// more has been minted, and through another handle than the one that hid it.
func (s suite) lawFresh(t *testing.T) {
	s.eachSession(t, func(p store, g *generator) {
		other := s.on(p.t, "")
		var originals, hidden []string
		for range documents {
			p, other = other, p
			text, planted := g.document()
			h := core.Hideable{Text: text, Findings: p.find(text, planted), Fresh: true}
			originals = append(originals, text)
			hidden = append(hidden, p.hide(h)[0])
			for i := range originals {
				got, unknown := other.reveal(hidden[i])
				require.Equal(p.t, originals[i], got, "document %d of %d", i+1, len(originals))
				require.Empty(p.t, unknown)
			}
		}
	})
}

// lawResent: hiding twice is hiding once.
func (s suite) lawResent(t *testing.T) {
	s.eachSession(t, func(p store, g *generator) {
		for range documents {
			text, planted := g.document()
			once := p.hide(core.Hideable{Text: text, Findings: p.find(text, planted)})[0]
			twice := p.hide(core.Hideable{Text: once, Findings: p.find(once, nil)})[0]
			require.Equal(p.t, once, twice)
		}
	})
}

// lawNoValueSurvives: revealing a text and hiding it again leaves no value,
// whatever stands beside the tokens.
func (s suite) lawNoValueSurvives(t *testing.T) {
	s.eachSession(t, func(p store, g *generator) {
		for i := range documents {
			text, planted := g.document()
			p.hide(core.Hideable{Text: text, Findings: p.find(text, planted), Fresh: i%2 == 0})
			revealed, _ := p.reveal(g.arbitrary())
			hidden := p.hide(core.Hideable{Text: revealed, Findings: p.find(revealed, nil), Fresh: i%2 == 0})[0]
			for _, spelling := range g.minted(p) {
				require.False(p.t, standsIn(spelling, withoutTokens(hidden)), "a value is left in %q", hidden)
			}
		}
		require.NotEmpty(p.t, g.minted(p))
	})
}

// minted returns the spellings that have a token.
func (g *generator) minted(p store) []string {
	var tokens []string
	for _, v := range g.values {
		for form := range v.spellings {
			for number := range 2 * len(g.values) {
				tokens = append(tokens, token(v.kind, number+1, form+1).String())
			}
		}
	}
	rewritings, err := p.Reveal(context.Background(), tokens)
	require.NoError(p.t, err)
	var spellings []string
	for _, r := range rewritings {
		for _, e := range r.Edits {
			spellings = append(spellings, e.New)
		}
	}
	return spellings
}

// withoutTokens returns text with a NUL byte in place of each token.
func withoutTokens(text string) string {
	var edits []core.Edit
	for _, t := range core.FindTokens(nil, text) {
		edits = append(edits, core.Edit{Start: t.Start, End: t.End, New: "\x00"})
	}
	return core.ApplyEdits(text, edits)
}

// standsIn says whether a spelling stands in text: anywhere if it has eight
// bytes and a digit or @, else as a word.
func standsIn(spelling, text string) bool {
	if len(spelling) >= 8 && strings.ContainsAny(spelling, "0123456789@") {
		return strings.Contains(text, spelling)
	}
	for at := 0; ; at++ {
		i := strings.Index(text[at:], spelling)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(spelling):])
		first, _ := utf8.DecodeRuneInString(spelling)
		last, _ := utf8.DecodeLastRuneInString(spelling)
		if wordsMeet(before, first) && wordsMeet(last, after) {
			return true
		}
	}
}

// wordsMeet says whether a word ends and another begins between two runes.
func wordsMeet(a, b rune) bool {
	letters := unicode.In(a, unicode.L, unicode.M) && unicode.In(b, unicode.L, unicode.M)
	return !letters || unicode.IsLower(a) && unicode.IsUpper(b)
}
