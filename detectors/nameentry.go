// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"
)

// maxNameWords is the longest entry, in words: it bounds how far a match looks
// ahead.
const maxNameWords = 16

// maxNameBytes is the longest entry, in bytes.
const maxNameBytes = 1000

// maxSurnameFirst is the longest entry that is also looked for with the surname
// first, in words. Longer ones are names of firms.
const maxSurnameFirst = 6

// nameEntry is one name of a catalogue.
type nameEntry struct {
	name []byte // as written
	cue  bool   // it counts only where a cue stands before it
}

// nameWord is a word of an entry.
type nameWord struct {
	start, end int
	hash       uint64
	cased      bool
	comma      bool // a comma follows, and another word
}

// nameWords are the words of an entry without its legal form.
type nameWords struct {
	list  []nameWord
	legal string // its legal form, as [legalForms] has it; empty for none
}

// splitName appends the words of an entry to dst.
func splitName(dst []nameWord, name []byte, s split) nameWords {
	for at := nextWord(name, 0); at < len(name); {
		w := readNameWord(name, at, s)
		next := nextWord(name, w.end)
		comma := next < len(name) && bytes.IndexByte(name[w.end:next], ',') >= 0
		dst = append(dst, nameWord{at, w.end, w.hash, w.cased, comma})
		at = next
	}
	return cutLegal(dst, name)
}

// cutLegal takes the legal form off the end of a name, where a word remains.
func cutLegal(words []nameWord, name []byte) nameWords {
	n := len(words)
	if n < 2 || !mayEndLegal(name[words[n-1].start:words[n-1].end]) {
		return nameWords{words, ""}
	}
	for i := max(1, n-maxLegalWords); i < n; i++ {
		from, to := words[i].start, words[n-1].end
		if isSurname(name[from:to]) {
			continue
		}
		if form, end := legalFormAt(name, from); end == to {
			words[i-1].comma = false
			return nameWords{words[:i], form}
		}
	}
	return nameWords{words, ""}
}

// mayEndLegal says whether a legal form may end with this word: a short one, or
// "limitada", "anónima", "cooperativa", "unipersonal".
func mayEndLegal(word []byte) bool {
	const short, long = 4, 7
	if len(word) <= short {
		return strings.IndexByte("abcdehlpu", word[len(word)-1]|0x20) >= 0
	}
	switch word[0] | 0x20 {
	case 'l', 'a', 'c', 'u':
		return len(word) > long
	}
	return false
}

// isSurname says whether what could be a short legal form is written like a
// surname: "Sa", "Sá".
func isSurname(word []byte) bool {
	switch len(word) {
	case 2:
		return !isLower(word[0]) && isLower(word[1])
	case 3:
		return word[1] >= 0x80 // "Sá"
	}
	return false
}

// given returns the index of the word where the given name begins: after the
// comma of "Surname, Name". With no comma, or with several, it is the first.
func (w nameWords) given() int {
	at := 0
	for i, word := range w.list {
		if word.comma && at > 0 {
			return 0
		}
		if word.comma {
			at = i + 1
		}
	}
	return at
}

func (w nameWords) cased() bool {
	for _, word := range w.list {
		if word.cased {
			return true
		}
	}
	return false
}

// mayBeginAt says whether the words are looked for from the given one on, then
// those before it. What is turned round begins neither with a number nor with the
// second of two particles: "de la Cruz, María", but not "la Cruz, María de".
func (w nameWords) mayBeginAt(name []byte, from int) bool {
	switch n := len(w.list); {
	case from == 0 || from == w.given():
		return true
	case n > maxSurnameFirst || isDigit(name[w.list[from].start]):
		return false
	}
	return !isParticle(w.text(name, from)) || !isParticle(w.text(name, from-1))
}

func (w nameWords) text(name []byte, i int) []byte { return name[w.list[i].start:w.list[i].end] }

// value is the canonical value: the folded words, given name first, one blank
// between, then the legal form.
func (w nameWords) value(name []byte) []byte {
	first := w.given()
	b := make([]byte, 0, 64)
	for i := range w.list {
		if i > 0 {
			b = append(b, ' ')
		}
		k := (first + i) % len(w.list)
		if w.list[k].hash == mariaHash {
			b = append(b, "maria"...)
			continue
		}
		b = appendFolded(b, w.text(name, k), len(b)+2*len(name))
	}
	if w.legal != "" {
		b = append(append(b, ' '), w.legal...)
	}
	return b
}

// isParticle says whether a word joins the words of a name and is none by itself.
func isParticle(word []byte) bool {
	const longest = 4
	var buf [2 * longest]byte
	switch string(appendFolded(buf[:0], word, longest)) {
	case "de", "del", "la", "las", "el", "los", "lo", "y", "e", "i", "da", "do", "dos", "das", "di", "du",
		"van", "von", "der", "den", "al", "a", "en", "con", "por", "para", "o", "u", "un", "una", "of", "the", "and":
		return true
	}
	return false
}

// onlyParticles says whether no word of the entry could be a name.
func (w nameWords) onlyParticles(name []byte) bool {
	for i := range w.list {
		if !isParticle(w.text(name, i)) {
			return false
		}
	}
	return true
}
