// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"math/bits"
)

// maxNameWords is the longest entry, in words: it bounds how far a match looks
// ahead.
const maxNameWords = 16

// maxSurnameFirst is the longest entry that is also looked for as "Surname,
// Name", in words. Longer ones are names of firms.
const maxSurnameFirst = 6

// Catalogue is a list of client names, ready to be looked for. It does not
// change after it was made and is safe for concurrent use. Names are found by
// 64-bit fingerprints of their folded words.
type Catalogue struct {
	entries []nameEntry
	// maybe has a bit for the first word of every entry, and for few others: most
	// words of a text are looked up no further.
	maybe [1024]uint64
	// longest maps the first word of an entry to how many words the longest
	// entry that begins with it has.
	longest map[uint64]int
	// forms maps the words of an entry, in one order, to its index in entries.
	forms map[uint64]int
}

// nameEntry is one name.
type nameEntry struct {
	name  []byte // as written
	value string // canonical: folded words, given name first, one blank between
	cue   bool   // it counts only where a cue stands before it
}

// Len returns the number of different names.
func (c *Catalogue) Len() int { return len(c.entries) }

// Union returns a catalogue of every name in the given ones. A name that one of
// them marks as needing a cue and another does not needs none.
func Union(catalogues ...*Catalogue) *Catalogue {
	size := 0
	for _, c := range catalogues {
		size += len(c.entries)
	}
	u := newCatalogue(size)
	for _, c := range catalogues {
		for _, e := range c.entries {
			u.add(e.name, splitName(nil, e.name, byRun), e.cue)
		}
	}
	return u
}

func newCatalogue(size int) *Catalogue {
	return &Catalogue{
		entries: make([]nameEntry, 0, size),
		longest: make(map[uint64]int, size),
		forms:   make(map[uint64]int, 3*size),
	}
}

// add puts a name in, with its words, in every order and division in which it
// is looked for.
func (c *Catalogue) add(name []byte, words []nameWord, cue bool) {
	first := givenName(words)
	value := joinWords(name, words, first)
	id, known := c.forms[formKey(words, first, 0)]
	if known && c.entries[id].value == value {
		c.entries[id].cue = c.entries[id].cue && cue
	} else {
		id = len(c.entries)
		c.entries = append(c.entries, nameEntry{name, value, cue})
		c.forms[formKey(words, first, 0)] = id
	}
	c.addOrders(words, id)
	if hasCased(words) {
		c.addOrders(splitName(nil, name, byCase), id)
	}
}

// addOrders puts the words in as they are written, given name first, and
// surname first with a comma.
func (c *Catalogue) addOrders(words []nameWord, id int) {
	first, n := givenName(words), len(words)
	c.addForm(words, 0, 0, id)
	if first > 0 {
		c.addForm(words, first, 0, id)
	}
	if n > maxSurnameFirst {
		return
	}
	for k := 1; k < n; k++ {
		c.addForm(words, (first+k)%n, n-k, id)
	}
}

// addForm puts in the words from the given one on, then those before it.
func (c *Catalogue) addForm(words []nameWord, from, comma, id int) {
	key := formKey(words, from, comma)
	if _, taken := c.forms[key]; !taken {
		c.forms[key] = id
	}
	first := words[from].hash
	c.maybe[first>>6&1023] |= 1 << (first & 63)
	if c.longest[first] < len(words) {
		c.longest[first] = len(words)
	}
}

// longestFrom returns how many words the longest entry has that begins with this
// one, or 0.
func (c *Catalogue) longestFrom(first uint64) int {
	if c.maybe[first>>6&1023]>>(first&63)&1 == 0 {
		return 0
	}
	return c.longest[first]
}

// formKey is the fingerprint of the words from the given one on, then those
// before it. comma is the number of words before the comma, 0 for none.
func formKey(words []nameWord, from, comma int) uint64 {
	var h uint64 = hashSeed
	for i := range words {
		h = chain(h, words[(from+i)%len(words)].hash)
		if i+1 == comma {
			h = chain(h, commaMark)
		}
	}
	return h
}

// commaMark stands for the comma in a fingerprint.
const commaMark = ','

// chain adds a word to a fingerprint, so that the order counts.
func chain(h, word uint64) uint64 {
	return (bits.RotateLeft64(h, 23) ^ word) * hashPrime
}

// nameWord is a word of an entry.
type nameWord struct {
	start, end int
	hash       uint64
	cased      bool
	comma      bool // a comma follows, and another word
}

// splitName appends the words of an entry to dst.
func splitName(dst []nameWord, name []byte, s split) []nameWord {
	for at := nextWord(name, 0); at < len(name); {
		w := readWord(name, at, s)
		next := nextWord(name, w.end)
		comma := next < len(name) && bytes.IndexByte(name[w.end:next], ',') >= 0
		dst = append(dst, nameWord{at, w.end, w.hash, w.cased, comma})
		at = next
	}
	return dst
}

// givenName returns the index of the word where the given name begins: after
// the comma of "Surname, Name". With no comma, or with several, it is the
// first.
func givenName(words []nameWord) int {
	at := 0
	for i, w := range words {
		if w.comma && at > 0 {
			return 0
		}
		if w.comma {
			at = i + 1
		}
	}
	return at
}

func hasCased(words []nameWord) bool {
	for _, w := range words {
		if w.cased {
			return true
		}
	}
	return false
}

// joinWords is the canonical value: the words from the given one on, then those
// before it, folded.
func joinWords(name []byte, words []nameWord, from int) string {
	b := make([]byte, 0, 64)
	for i := range words {
		if i > 0 {
			b = append(b, ' ')
		}
		w := words[(from+i)%len(words)]
		b = appendFolded(b, name[w.start:w.end], len(b)+len(name))
	}
	return string(b)
}
