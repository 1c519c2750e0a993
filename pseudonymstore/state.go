// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import "github.com/veil-guard/veil/core"

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

// slot is a number of a kind.
type slot struct {
	kind   core.Kind
	number int
}

func slotOf(t core.Token) slot { return slot{t.Kind, t.Number} }

// value is what a minted number stands for.
type value struct {
	identity
	forms []string // the spelling of form 1, 2, ..
}

// state is what the log of a session says.
type state struct {
	tokens  map[spelling]core.Token
	numbers map[identity]int
	slots   map[slot]*value // nil for a reserved number
	next    map[core.Kind]int
	known   *index
}

func newState() *state {
	return &state{
		tokens:  map[spelling]core.Token{},
		numbers: map[identity]int{},
		slots:   map[slot]*value{},
		next:    map[core.Kind]int{},
		known:   newIndex(),
	}
}

// apply does what r says, or reports that r cannot follow what came before.
func (s *state) apply(r record) bool {
	at := slotOf(r.token)
	v, taken := s.slots[at]
	switch r.op {
	case opReserve:
		if taken {
			return false
		}
		s.take(at, nil)
		return true
	case opMint:
		id := identity{r.token.Kind, r.canonical}
		if taken || s.numbers[id] != 0 {
			return false
		}
		v = &value{identity: id}
		s.numbers[id] = at.number
		s.take(at, v)
	case opForm:
		if v == nil {
			return false
		}
	}
	if r.token.Form != len(v.forms)+1 {
		return false
	}
	v.forms = append(v.forms, r.spelling)
	s.tokens[spelling{v.identity, r.spelling}] = r.token
	s.known.add(v.identity, r.spelling)
	return true
}

// take marks a number as used.
func (s *state) take(at slot, v *value) {
	s.slots[at] = v
	for n := s.free(at.kind); ; n++ {
		if _, taken := s.slots[slot{at.kind, n}]; !taken {
			s.next[at.kind] = n
			return
		}
	}
}

// free is the lowest number of the kind that is not taken.
func (s *state) free(kind core.Kind) int { return max(s.next[kind], 1) }

// minted says whether the token's number stands for a value.
func (s *state) minted(t core.Token) bool { return s.slots[slotOf(t)] != nil }

// seen says whether the token's number is minted or reserved.
func (s *state) seen(t core.Token) bool {
	_, ok := s.slots[slotOf(t)]
	return ok
}

// reveal returns the spelling that the token stands for. A token is unknown if
// its number was never seen, or was minted without that form.
func (s *state) reveal(t core.Token) (text string, minted, unknown bool) {
	v, seen := s.slots[slotOf(t)]
	switch {
	case !seen:
		return "", false, true
	case v == nil:
		return "", false, false
	case t.Form > len(v.forms):
		return "", false, true
	}
	return v.forms[t.Form-1], true, false
}
