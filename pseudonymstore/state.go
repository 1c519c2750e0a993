// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import "github.com/veil-guard/veil/core"

// state is what the log of a session says.
type state struct {
	begun bool
	kinds map[core.Kind]*ledger // each kind that a token can have
	known *index
	blobs int // bytes of all blobs' files
	base  *snapshot
	end   int64 // offset in the log behind what is taken in
}

// newState is what a log says that is empty, or that has only what a snapshot
// holds.
func newState(base *snapshot) *state {
	s := &state{kinds: map[core.Kind]*ledger{}, known: newIndex(), base: base, end: int64(len(header(logFormat)))}
	if base != nil {
		s.begun, s.blobs, s.end = base.begun, base.blobs, base.end
		s.known.base = base
	}
	for _, kind := range core.Kinds() {
		s.kinds[kind] = newLedger(kind, base)
	}
	return s
}

// damaged says that the snapshot turned out not to be what was written: no
// answer since then counts.
func (s *state) damaged() bool { return s.base != nil && s.base.bad.Load() }

// applyAll does what the records say, or reports that one cannot follow.
func (s *state) applyAll(records []record) bool {
	for _, r := range records {
		if !s.apply(r) {
			return false
		}
	}
	return true
}

// apply does what r says, or reports that r cannot follow what came before.
func (s *state) apply(r record) bool {
	if r.op == opBegin {
		first := !s.begun
		s.begun = true
		return first
	}
	kind, number := s.kinds[r.token.Kind], r.token.Number
	use, v := kind.look(number)
	switch r.op {
	case opReserve:
		if use != unused {
			return false
		}
		kind.take(number, nil)
		return true
	case opForeign:
		if use == minted || use == foreign {
			return false
		}
		kind.take(number, nil)
		kind.foreign[number] = true
		return true
	case opMint, opBlob, opWithheld:
		if use != unused || kind.value(r.canonical) != nil {
			return false
		}
		v = &value{identity: identity{r.token.Kind, r.canonical}, number: number, size: r.size, withheld: r.op == opWithheld}
		s.blobs += r.size
	}
	if v == nil || r.token.Form != v.count()+1 {
		return false
	}
	kind.take(number, v)
	v.add(r.spelling)
	s.known.add(&v.identity, r.spelling)
	return true
}

// value returns what has the identity, or nil.
func (s *state) value(id identity) *value { return s.kinds[id.kind].value(id.canonical) }

// token returns the token of a spelling, if it has one.
func (s *state) token(sp spelling) (core.Token, bool) {
	v := s.value(sp.identity)
	if v == nil {
		return core.Token{}, false
	}
	form := v.form(sp.text)
	return core.Token{Kind: v.kind, Number: v.number, Form: form}, form > 0
}

// use returns what the token's number is taken for.
func (s *state) use(t core.Token) usage {
	use, _ := s.kinds[t.Kind].look(t.Number)
	return use
}

// reveal returns the value that the token stands for in its form, or nil. A
// token is unknown if its number stands for nothing and is not foreign, or was
// minted without that form, or if what it stands for is withheld.
func (s *state) reveal(t core.Token) (v *value, unknown bool) {
	switch use, v := s.kinds[t.Kind].look(t.Number); {
	case v == nil:
		return nil, use != foreign
	case t.Form > v.count() || v.withheld:
		return nil, true
	default:
		return v, false
	}
}
