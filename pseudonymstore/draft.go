// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"fmt"
	"strings"

	"github.com/veil-guard/veil/core"
)

// draft is a change of a state that is not yet durable: what it gives out is
// seen by nobody until its records are written and applied.
type draft struct {
	base    *state
	records []record
	tokens  map[spelling]bool
	values  map[identity]core.Token // number and highest form of changed values
	taken   map[slot]bool
	foreign map[slot]bool
	next    map[core.Kind]int // below it every number is taken
	blobs   []place           // the files that the records name
	size    int               // of all blobs' files, in bytes
}

// slot is a number of a kind.
type slot struct {
	kind   core.Kind
	number int
}

func slotOf(t core.Token) slot { return slot{t.Kind, t.Number} }

func newDraft(base *state) *draft {
	return &draft{
		base:    base,
		tokens:  map[spelling]bool{},
		values:  map[identity]core.Token{},
		taken:   map[slot]bool{},
		foreign: map[slot]bool{},
		next:    map[core.Kind]int{},
		size:    base.blobs,
	}
}

// reserve keeps the number of a token at a place from being minted, unless the
// state knows of it already.
func (d *draft) reserve(p place) {
	at := slotOf(p.token)
	r := record{op: opReserve, token: core.Token{Kind: at.kind, Number: at.number, Form: 1}}
	switch {
	case p.role == isForeign && !d.foreign[at] && !d.base.settled(p):
		r.op = opForeign
		d.foreign[at] = true
	case p.role == isForeign || d.base.settled(p) || d.taken[at]:
		return
	}
	d.taken[at] = true
	d.records = append(roomy(d.records), r)
}

// mint gives the spelling at a place a token, unless it has one. A value that is
// first seen in disguise gets its plain spelling first, so that form 1 restores
// what a person would write.
func (d *draft) mint(p place) error {
	sp := p.spelling
	if _, ok := d.base.token(sp); ok || d.tokens[sp] {
		return nil
	}
	last := d.last(sp.identity)
	if last.Number == 0 && p.plain != "" && p.plain != sp.text {
		if err := d.mint(place{spelling: spelling{sp.identity, p.plain}}); err != nil {
			return err
		}
		last = d.last(sp.identity)
	}
	// Copies: the state must not hold on to the texts that these are parts of.
	r := record{op: opForm, token: last, spelling: strings.Clone(sp.text)}
	r.token.Form++
	if r.token.Number == 0 {
		r.op, r.canonical = opMint, strings.Clone(sp.canonical)
		r.token = core.Token{Kind: core.Kind(strings.Clone(string(sp.kind))), Number: d.free(sp.kind), Form: 1}
	}
	if r.token.Number > core.MaxNumber || r.token.Form > maxForm {
		return &Error{
			Problem: fmt.Sprintf("%v of kind %s in this session", ErrExhausted, sp.kind),
			Mend:    "begin a new session",
			Err:     ErrExhausted,
		}
	}
	if p.large != "" {
		r = d.withFile(r, p)
	}
	d.tokens[sp] = true
	d.values[sp.identity] = r.token
	d.taken[slotOf(r.token)] = true
	d.records = append(roomy(d.records), r)
	return nil
}

// withFile turns the record that mints a large blob into the one that names its
// file, or that withholds it if the session's files hold too much already.
func (d *draft) withFile(r record, p place) record {
	if len(p.large) > maxBlobs-d.size {
		return record{op: opWithheld, token: r.token, canonical: r.canonical}
	}
	d.size += len(p.large)
	d.blobs = append(d.blobs, p)
	return record{op: opBlob, token: r.token, canonical: r.canonical, size: len(p.large)}
}

// last is the token with the highest form that the value has, or the zero
// token if it has none.
func (d *draft) last(id identity) core.Token {
	if t, ok := d.values[id]; ok {
		return t
	}
	v := d.base.value(id)
	if v == nil {
		return core.Token{}
	}
	return core.Token{Kind: v.kind, Number: v.number, Form: v.count()}
}

// free is the lowest number of the kind that neither base nor draft has taken.
func (d *draft) free(kind core.Kind) int {
	base := d.base.kinds[kind]
	n := max(d.next[kind], base.free)
	for d.taken[slot{kind, n}] || base.taken(n) {
		n++
	}
	d.next[kind] = n
	return n
}
