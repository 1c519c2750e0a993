// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"
	"maps"
	"slices"

	"github.com/veil-guard/veil/core"
)

// Begun says whether Begin was called for the session, by any process.
func (s *Session) Begun() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state.begun
}

// Begin tells a new session which tokens its conversation already holds: those
// of a store that was lost, or of the session that it was forked from. They stand
// for nothing here, and their numbers are never given to other values, nor are those
// below, which may have stood in what a compaction took away. It is
// called once in the life of a session; further calls do nothing. Errors are
// *Error.
func (s *Session) Begin(ctx context.Context, seen []core.Token) error {
	return during("begin", s.lock.hold(ctx, func() error {
		if err := s.replay(); err != nil || s.Begun() {
			return err
		}
		var d *draft
		err := s.view(func(st *state) error {
			d = newDraft(st)
			for _, t := range withThoseBelow(seen) {
				d.reserve(place{role: isReference, token: t})
			}
			return nil
		})
		if err != nil {
			return err
		}
		d.records = append(d.records, record{op: opBegin})
		return s.commit(d)
	}))
}

// mostBelow is up to which number all those below one that was seen are kept free:
// no conversation holds more values of a kind, and a made-up number costs little.
const mostBelow = 4096

// withThoseBelow returns the tokens, and for each kind those with the numbers below.
func withThoseBelow(seen []core.Token) []core.Token {
	all := slices.Clone(seen)
	highest := map[core.Kind]int{}
	for _, t := range seen {
		if t.Number <= mostBelow {
			highest[t.Kind] = max(highest[t.Kind], t.Number)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(highest)) {
		for n := 1; n < highest[kind]; n++ {
			all = append(all, core.Token{Kind: kind, Number: n, Form: 1})
		}
	}
	return all
}
