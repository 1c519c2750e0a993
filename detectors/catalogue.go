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
			u.add(e.name, splitName(e.name, byRun), e.cue)
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
	first := nameFirst(words)
	value := joinWords(first)
	id, known := c.forms[formKey(first, 0)]
	if known && c.entries[id].value == value {
		c.entries[id].cue = c.entries[id].cue && cue
	} else {
		id = len(c.entries)
		c.entries = append(c.entries, nameEntry{name, value, cue})
		delete(c.forms, formKey(first, 0))
	}
	c.addOrders(words, id)
	if hasCased(words) {
		c.addOrders(splitName(name, byCase), id)
	}
}

// addOrders puts the words in as they are written, name first, and surname
// first with a comma.
func (c *Catalogue) addOrders(written []nameWord, id int) {
	c.addForm(written, 0, id)
	words := nameFirst(written)
	c.addForm(words, 0, id)
	if len(words) > maxSurnameFirst {
		return
	}
	for k := 1; k < len(words); k++ {
		c.addForm(rotate(words, k), len(words)-k, id)
	}
}

func (c *Catalogue) addForm(words []nameWord, comma, id int) {
	key := formKey(words, comma)
	if _, taken := c.forms[key]; !taken {
		c.forms[key] = id
	}
	first := words[0].hash
	c.longest[first] = max(c.longest[first], len(words))
}

// formKey is the fingerprint of words in an order. comma is the number of words
// before the comma, 0 for none.
func formKey(words []nameWord, comma int) uint64 {
	var h uint64 = hashSeed
	for i, w := range words {
		h = chain(h, w.hash)
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
	text  []byte // folded
	hash  uint64
	cased bool
	comma bool // a comma follows, and another word
}

// splitName splits an entry into its words.
func splitName(name []byte, s split) []nameWord {
	var words []nameWord
	for at := nextWord(name, 0); at < len(name); {
		w := readWord(name, at, s)
		next := nextWord(name, w.end)
		words = append(words, nameWord{
			text:  appendFolded(nil, name[at:w.end], len(name)),
			hash:  w.hash,
			cased: w.cased,
			comma: next < len(name) && bytes.IndexByte(name[w.end:next], ',') >= 0,
		})
		at = next
	}
	return words
}

// nameFirst turns "Surname, Name" round. Words with no comma, or with several,
// stay as they are.
func nameFirst(words []nameWord) []nameWord {
	at := 0
	for i, w := range words {
		if w.comma && at > 0 {
			return words
		}
		if w.comma {
			at = i + 1
		}
	}
	return rotate(words, at)
}

// rotate returns the words from the k-th on, then those before it.
func rotate(words []nameWord, k int) []nameWord {
	if k == 0 {
		return words
	}
	return append(append(make([]nameWord, 0, len(words)), words[k:]...), words[:k]...)
}

func hasCased(words []nameWord) bool {
	for _, w := range words {
		if w.cased {
			return true
		}
	}
	return false
}

// joinWords is the canonical value.
func joinWords(words []nameWord) string {
	b := make([]byte, 0, 64)
	for i, w := range words {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, w.text...)
	}
	return string(b)
}
