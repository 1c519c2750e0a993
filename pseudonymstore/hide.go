// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"
	"slices"

	"github.com/veil-guard/veil/core"
)

// Hide implements [core.Pseudonyms]. The log is locked once, and only if
// something has to be written. Errors are *Error.
func (s *Session) Hide(ctx context.Context, texts []core.Hideable) ([]core.Rewriting, error) {
	rewritings, err := s.hide(ctx, texts)
	return rewritings, during("hide", err)
}

func (s *Session) hide(ctx context.Context, texts []core.Hideable) ([]core.Rewriting, error) {
	places := make([][]place, len(texts))
	for i, text := range texts {
		var err error
		if places[i], err = placesOf(text, s.blobs); err != nil {
			return nil, err
		}
	}
	if done, err := s.hideKnown(places); done != nil || err != nil {
		return done, err
	}
	unknown := make([][]core.Token, len(texts))
	err := s.lock.hold(ctx, func() error {
		if err := s.replay(); err != nil {
			return err
		}
		var d *draft
		err := s.view(func(st *state) (err error) {
			for i, p := range places {
				unknown[i] = st.unseen(p, texts[i].Fresh)
			}
			d, err = draftFor(st, places)
			return err
		})
		if err != nil {
			return err
		}
		return s.commit(d)
	})
	if err != nil {
		return nil, err
	}
	done, err := s.hideKnown(places)
	for i := range done {
		done[i].Unknown = unknown[i]
	}
	return done, err
}

// hideKnown returns the rewritings if every place is settled, else nil.
func (s *Session) hideKnown(places [][]place) ([]core.Rewriting, error) {
	var done []core.Rewriting
	err := s.view(func(st *state) error {
		done = st.hide(places)
		return nil
	})
	return done, err
}

// hide returns the rewritings if every place is settled, else nil.
func (s *state) hide(places [][]place) []core.Rewriting {
	done := make([]core.Rewriting, len(places))
	for i := range places {
		for _, p := range places[i] {
			t, settled := s.tokenFor(p)
			if !settled {
				return nil
			}
			if t != (core.Token{}) {
				done[i].Edits = append(roomy(done[i].Edits), core.Edit{Start: p.start, End: p.end, New: t.String()})
			}
		}
	}
	return done
}

// tokenFor returns the token to put at a place, or the zero token if the text
// there stays. It is settled if nothing has to be written for that.
func (s *state) tokenFor(p place) (t core.Token, settled bool) {
	if p.role != isValue && !s.settled(p) {
		return core.Token{}, false
	}
	if !s.needsToken(p) {
		return core.Token{}, true
	}
	return s.token(p.spelling)
}

// settled says whether the state knows what the token at a place is.
func (s *state) settled(p place) bool {
	if p.role == isForeign {
		use := s.use(p.token)
		return use == minted || use == foreign
	}
	return s.use(p.token) != unused
}

// needsToken says whether the text at a place has to be replaced.
func (s *state) needsToken(p place) bool {
	return p.role == isValue || p.role == isForeign && s.use(p.token) == minted
}

// unseen returns the references among places whose number was never seen.
// A fresh text has none: what looks like a token there is foreign, or came with
// the call that the text answers.
func (s *state) unseen(places []place, fresh bool) []core.Token {
	if fresh {
		return nil
	}
	var unknown tokenSet
	for _, p := range places {
		if p.role == isReference && s.use(p.token) == unused {
			unknown.add(p.token)
		}
	}
	return unknown.list
}

// draftFor returns what the places need: first the reservations of all texts, so
// that no number which stands in one is given to a value in another.
func draftFor(s *state, places [][]place) (*draft, error) {
	d := newDraft(s)
	all := slices.Concat(places...)
	for _, p := range all {
		if p.role != isValue {
			d.reserve(p)
		}
	}
	for _, p := range all {
		if !s.needsToken(p) {
			continue
		}
		if err := d.mint(p); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// commit makes a draft durable and takes it in. It is called under the lock.
func (s *Session) commit(d *draft) error {
	if len(d.records) == 0 {
		return nil
	}
	for _, b := range d.blobs {
		if err := s.blobs.write(b.spelling.canonical, b.large); err != nil {
			return err
		}
	}
	if err := s.log.append(d.records); err != nil {
		return err
	}
	return s.apply(d.records)
}

// tokenSet is a set of tokens in the order in which they came.
type tokenSet struct {
	list []core.Token
	has  map[core.Token]bool
}

func (s *tokenSet) add(t core.Token) {
	if s.has[t] {
		return
	}
	if s.has == nil {
		s.has = map[core.Token]bool{}
	}
	s.has[t] = true
	s.list = append(s.list, t)
}
