// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"

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
// for nothing here, and their numbers are never given to other values. It is
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
			for _, t := range seen {
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
