// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import "github.com/veil-guard/veil/core"

// role says what stands at a place.
type role uint8

const (
	// isValue is a finding.
	isValue role = iota
	// isReference is a token that stays as it is.
	isReference
	// isForeign looks like a token and did not come from this session.
	isForeign
)

// place is a part of a text that Hide has to look at.
type place struct {
	start, end int
	role       role
	token      core.Token // unless the role is isValue
	// spelling is what a token is needed for. At a foreign place it is the
	// literal text, and a token is needed only if the number is minted.
	spelling spelling
	plain    string // how a disguised value reads, or empty
	large    string // the content of a blob that is too large for the log, or empty
}

// placesOf returns the places of a text in rising order. Tokens are opaque: a
// finding that overlaps one is ignored.
func placesOf(h core.Hideable, blobs blobs) ([]place, error) {
	tokens := tokenPlaces(h)
	places := make([]place, 0, len(tokens)+len(h.Findings))
	end := 0
	for _, f := range h.Findings {
		if f.Start < end || !replaceable(f, h.Text) {
			return nil, &Error{Problem: ErrBadFinding.Error(), Err: ErrBadFinding}
		}
		end = f.End
		for len(tokens) > 0 && tokens[0].end <= f.Start {
			places = append(places, tokens[0])
			tokens = tokens[1:]
		}
		if len(tokens) > 0 && tokens[0].start < f.End {
			continue
		}
		text := h.Text[f.Start:f.End]
		if f.Kind == core.Blob {
			places = append(places, blobs.place(f.Start, f.End, text))
			continue
		}
		places = append(places, place{start: f.Start, end: f.End, spelling: spelling{identity{f.Kind, f.Value}, text}, plain: f.Plain})
	}
	return append(places, tokens...), nil
}

// replaceable says whether a token can stand for the finding in text.
func replaceable(f core.Finding, text string) bool {
	return 0 <= f.Start && f.Start < f.End && f.End <= len(text) &&
		(f.Kind == core.Blob || max(f.End-f.Start, len(f.Plain))+len(f.Value) <= maxValue) &&
		f.Disposition == core.Replace && f.Kind.InToken()
}

// tokenPlaces returns the places of what looks like a token.
func tokenPlaces(h core.Hideable) []place {
	tokens := core.FindTokens(nil, h.Text)
	if len(tokens) == 0 {
		return nil
	}
	references := make(map[core.Token]bool, len(h.References))
	for _, t := range h.References {
		references[t] = true
	}
	places := make([]place, len(tokens))
	for i, t := range tokens {
		text := h.Text[t.Start:t.End]
		places[i] = place{start: t.Start, end: t.End, role: isReference, token: t.Token, spelling: spelling{identity{core.Literal, text}, text}}
		if h.Fresh && !references[t.Token] {
			places[i].role = isForeign
		}
	}
	return places
}
