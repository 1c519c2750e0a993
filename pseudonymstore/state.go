// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"slices"

	"github.com/veil-guard/veil/core"
)

// maxForm is the highest form that a token can carry: six digits.
const maxForm = 999999

// identity is what one number stands for: two spellings with the same
// identity are one value.
type identity struct {
	kind      core.Kind
	canonical string
}

// spelling is one way in which a value is written.
type spelling struct {
	identity
	text string
}

// value is what a minted number stands for.
type value struct {
	identity
	number int
	forms  []string       // the spelling of form 1, 2, ..; empty for a large blob
	byText map[string]int // the form of each spelling, once there are many
	// A large blob is in a file of size bytes, or withheld.
	size     int
	withheld bool
}

// fewForms is how many spellings are compared one by one.
const fewForms = 8

// form returns the form of a spelling, or 0.
func (v *value) form(text string) int {
	if v.byText != nil {
		return v.byText[text]
	}
	return slices.Index(v.forms, text) + 1
}

// add adds the next form.
func (v *value) add(text string) {
	v.forms = append(v.forms, text)
	switch {
	case v.byText != nil:
		v.byText[text] = len(v.forms)
	case len(v.forms) > fewForms:
		v.byText = map[string]int{}
		for i, form := range v.forms {
			v.byText[form] = i + 1
		}
	}
}

// ledger holds the numbers of one kind.
type ledger struct {
	values  map[string]*value // by canonical value
	numbers map[int]*value    // nil for a number that is not minted
	foreign map[int]bool      // the numbers that were seen as plain text
	free    int               // the lowest number that is not taken
}

// take marks a number as used.
func (l *ledger) take(number int, v *value) {
	l.numbers[number] = v
	for l.taken(l.free) {
		l.free++
	}
}

// taken says whether a number is minted or reserved.
func (l *ledger) taken(number int) bool {
	_, ok := l.numbers[number]
	return ok
}

// state is what the log of a session says.
type state struct {
	begun bool
	kinds map[core.Kind]*ledger // each kind that a token can have
	known *index
	blobs int // bytes of all blobs' files
}

func newState() *state {
	s := &state{kinds: map[core.Kind]*ledger{}, known: newIndex()}
	for _, kind := range core.Kinds() {
		s.kinds[kind] = &ledger{map[string]*value{}, map[int]*value{}, map[int]bool{}, 1}
	}
	return s
}

// apply does what r says, or reports that r cannot follow what came before.
func (s *state) apply(r record) bool {
	if r.op == opBegin {
		first := !s.begun
		s.begun = true
		return first
	}
	kind, number := s.kinds[r.token.Kind], r.token.Number
	v := kind.numbers[number]
	switch r.op {
	case opReserve:
		if kind.taken(number) {
			return false
		}
		kind.take(number, nil)
		return true
	case opForeign:
		if v != nil || kind.foreign[number] {
			return false
		}
		kind.take(number, nil)
		kind.foreign[number] = true
		return true
	case opMint, opBlob, opWithheld:
		if kind.taken(number) || kind.values[r.canonical] != nil {
			return false
		}
		v = &value{identity: identity{r.token.Kind, r.canonical}, number: number, size: r.size, withheld: r.op == opWithheld}
		s.blobs += r.size
		kind.values[r.canonical] = v
		kind.take(number, v)
	}
	if v == nil || r.token.Form != len(v.forms)+1 {
		return false
	}
	v.add(r.spelling)
	s.known.add(&v.identity, r.spelling)
	return true
}

// value returns what has the identity, or nil.
func (s *state) value(id identity) *value { return s.kinds[id.kind].values[id.canonical] }

// token returns the token of a spelling, if it has one.
func (s *state) token(sp spelling) (core.Token, bool) {
	v := s.value(sp.identity)
	if v == nil {
		return core.Token{}, false
	}
	form := v.form(sp.text)
	return core.Token{Kind: v.kind, Number: v.number, Form: form}, form > 0
}

// minted says whether the token's number stands for a value.
func (s *state) minted(t core.Token) bool { return s.kinds[t.Kind].numbers[t.Number] != nil }

// seen says whether the token's number is minted or reserved.
func (s *state) seen(t core.Token) bool { return s.kinds[t.Kind].taken(t.Number) }

// foreign says whether the token was seen as plain text of somebody else.
func (s *state) foreign(t core.Token) bool { return s.kinds[t.Kind].foreign[t.Number] }

// reveal returns the value that the token stands for in its form, or nil. A
// token is unknown if its number stands for nothing and is not foreign, or was
// minted without that form, or if what it stands for is withheld.
func (s *state) reveal(t core.Token) (v *value, unknown bool) {
	switch v := s.kinds[t.Kind].numbers[t.Number]; {
	case v == nil:
		return nil, !s.foreign(t)
	case t.Form > len(v.forms) || v.withheld:
		return nil, true
	default:
		return v, false
	}
}
