// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// maxRounds bounds how often a text is looked at again. Each round needs a value
// that the one before uncovered or made known; text that people write needs two.
const maxRounds = 8

var errUnsettled = errors.New("the text still holds values after many rounds of hiding")

// finder returns the spans of a text that must not leave, without overlap.
type finder func(text string) []Finding

// rewrite puts tokens in place of the findings and repeats it until the result
// stands. Hiding one value can make another one known: a phone number without a
// cue, by its twin that has one. What the guard answers to a text must not depend
// on how often it was asked.
func (g *Guard) rewrite(ctx context.Context, texts []Hideable, find finder) ([]Rewriting, error) {
	var last []Rewriting
	for range maxRounds {
		rewritten, minted, err := g.rewriteOnce(ctx, texts, find)
		if err != nil {
			return nil, err
		}
		for i := range last { // a token is unknown only when it is first seen
			rewritten[i].Unknown = append(last[i].Unknown, rewritten[i].Unknown...)
		}
		if !minted || slices.EqualFunc(rewritten, last, sameEdits) {
			return rewritten, nil
		}
		last = rewritten
		for i := range texts {
			texts[i].Findings = find(texts[i].Text)
		}
	}
	return nil, errUnsettled
}

func sameEdits(a, b Rewriting) bool { return slices.Equal(a.Edits, b.Edits) }

// rewriteOnce puts tokens in place of the findings, and looks at the result until
// there is nothing left to hide: an address, say, that now stands alone and was
// glued to the next one. Text that was hidden is thereby final. It says whether
// the store may have got a value that it did not know.
func (g *Guard) rewriteOnce(ctx context.Context, texts []Hideable, find finder) (rewritten []Rewriting, minted bool, err error) {
	rewritten = make([]Rewriting, len(texts))
	next := texts
	for range maxRounds {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		more, err := g.Pseudonyms.Hide(ctx, next)
		if err != nil {
			return nil, false, fmt.Errorf("giving tokens: %w", err)
		}
		for i := range rewritten {
			edits, ok := composeEdits(rewritten[i].Edits, more[i].Edits)
			if !ok {
				return nil, false, ErrBadEdit
			}
			rewritten[i].Edits = edits
			rewritten[i].Unknown = append(rewritten[i].Unknown, more[i].Unknown...)
		}
		minted = minted || restsOnMore(next)
		var found bool
		if next, found = leftOver(texts, rewritten, find); !found {
			return rewritten, minted, nil
		}
	}
	return nil, false, errUnsettled
}

// leftOver finds what is still to be hidden in the texts that were changed.
func leftOver(texts []Hideable, rewritten []Rewriting, find finder) (left []Hideable, found bool) {
	left = make([]Hideable, len(texts))
	for i, t := range texts {
		if len(rewritten[i].Edits) == 0 {
			continue
		}
		left[i].Text = ApplyEdits(t.Text, rewritten[i].Edits)
		left[i].Findings = find(left[i].Text)
		found = found || len(left[i].Findings) > 0
	}
	return left, found
}

// restsOnMore says whether a finding rests on anything but a known value.
func restsOnMore(texts []Hideable) bool {
	for _, t := range texts {
		for _, f := range t.Findings {
			if f.Basis != ByMemory {
				return true
			}
		}
	}
	return false
}
