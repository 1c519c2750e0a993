// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode"
	"unicode/utf8"
)

// split says where a run of letters ends.
type split bool

const (
	// byRun takes the whole run: "MCDonald" is one word.
	byRun split = false
	// byCase ends a word where the case changes: "MariaPerez", "JSONName".
	byCase split = true
)

// word is one run of letters or of digits.
type word struct {
	end    int
	hash   uint64 // of its folded letters; 0 for more than maxWordLetters
	cased  bool   // the case changes within, so that byCase would end it sooner
	hidden bool   // something hidden stands between two letters: it may end there too
}

// maxWordLetters is how many letters are read of a word. No name has so many.
const maxWordLetters = 40

// The offset and prime of the 64-bit FNV-1a hash (RFC 9923).
const (
	hashSeed  = 0xcbf29ce484222325
	hashPrime = 0x100000001b3
)

// readWord reads the word that begins at i, where a letter or a digit stands.
func readWord(text []byte, i int, s split) word {
	if isDigit(text[i]) {
		end := digitsEnd(text, i)
		return word{end: end, hash: hashBytes(hashSeed, text[i:end])}
	}
	if w, ok := readSmallLetters(text, i); ok {
		return w
	}
	w, _ := readLetters(text, i, s, nil)
	return w
}

// readSmallLetters is readLetters for most words: letters of ASCII, of which at most
// the first is a capital, with a sign behind.
func readSmallLetters(text []byte, i int) (word, bool) {
	if text[i] >= utf8.RuneSelf {
		return word{}, false
	}
	hash := hashRune(hashSeed, rune(text[i]|0x20))
	end := min(len(text), i+maxWordLetters)
	for i++; i < end; i++ {
		c := text[i]
		if !isLower(c) {
			return word{end: i, hash: hash}, !isLetter(c) && c < utf8.RuneSelf
		}
		hash = hashRune(hash, rune(c))
	}
	return word{end: i, hash: hash}, i == len(text)
}

// readLetters reads a word of letters. It appends the beginnings of it that end
// before something hidden to cuts, while there is room.
func readLetters(text []byte, i int, s split, cuts []word) (word, []word) {
	w := word{end: i, hash: hashSeed}
	before := w // the word without its last letter
	var c caseRun
	hidden := false
	for at, letters := i, 0; ; {
		r, width := foldAt(text, at)
		if width == 0 {
			return w, cuts
		}
		at += width
		if r.skip {
			hidden = hidden || r.hidden
			if !r.hidden {
				w.end = at
			}
			continue
		}
		if letters++; letters > maxWordLetters {
			w.hash, w.end = 0, at
			return w, cuts
		}
		if here, sooner := c.changes(r.upper); here || sooner {
			w.cased = true
			switch {
			case s == byCase && here:
				return w, cuts
			case s == byCase:
				return before, cuts
			}
		}
		if hidden {
			w.hidden, hidden = true, false
			if len(cuts) < cap(cuts) {
				cuts = append(cuts, w)
			}
		}
		before = w
		w.hash, w.end = hashRune(w.hash, r.folded), at
	}
}

// caseRun is the case of the letters before.
type caseRun struct {
	capitals int // in a row
	small    bool
}

// changes says whether a word ends before this letter (here), as in "mariaPerez", or
// before the last one (sooner), as in "JSONName", and goes on to the next letter.
func (c *caseRun) changes(upper bool) (here, sooner bool) {
	here = upper && c.small
	sooner = !upper && !c.small && c.capitals > 1
	c.small = !upper
	c.capitals++
	if c.small {
		c.capitals = 0
	}
	return here, sooner
}

// afterWord returns where the search for words goes on after the word in text[i:end]:
// the last letter of an escape sequence may stand right before a word.
func afterWord(text []byte, i, end int) int {
	if i == 0 || text[i-1] == ' ' {
		return end
	}
	if at := escapeEnd(text, i); at > i && at < end {
		return at
	}
	return end
}

// nextWord returns the position of the first letter or digit at or after i, or
// len(text). A letter that shows nothing, as the filler of Hangul, begins no word.
func nextWord(text []byte, i int) int {
	for i < len(text) {
		c := text[i]
		if isLetter(c) || isDigit(c) {
			return i
		}
		if c < utf8.RuneSelf || isMark(c) {
			i++
			continue
		}
		r, width := decodeRune(text, i)
		if unicode.IsLetter(r) && !isHidden(r) {
			return i
		}
		i += width
	}
	return i
}

// letterBefore says whether a letter stands right before i. What is not seen, and
// accents, belong to what stands before them.
func letterBefore(text []byte, i int) (foldedRune, bool) {
	for i > 0 {
		r, width := foldBefore(text, i)
		if width == 0 {
			return r, false
		}
		if !r.skip {
			return r, true
		}
		i -= width
	}
	return foldedRune{}, false
}

// runBeginsAt says whether a run of letters or digits begins at i, where a letter
// or a digit stands. After something hidden one may.
func runBeginsAt(text []byte, i int) bool {
	if isDigit(text[i]) {
		return i == 0 || !isDigit(text[i-1])
	}
	if i == 0 || text[i-1] < utf8.RuneSelf && !isLetter(text[i-1]) {
		return true
	}
	if i > 0 && text[i-1] >= utf8.RuneSelf {
		if r, _ := foldBefore(text, i); r.hidden {
			return true
		}
	}
	_, found := letterBefore(text, i)
	return !found || escapeEnd(text, i-1) == i
}

// caseBeginsAt says whether a word begins at i within a run of letters, because
// the case changes.
func caseBeginsAt(text []byte, i int) bool {
	first, width := foldAt(text, i)
	if !first.upper {
		return false
	}
	before, found := letterBefore(text, i)
	if !found || !before.upper {
		return found
	}
	for i += width; ; i += width {
		var next foldedRune
		if next, width = foldAt(text, i); width == 0 {
			return false
		}
		if !next.skip {
			return !next.upper
		}
	}
}

func hashBytes(h uint64, b []byte) uint64 {
	for _, c := range b {
		h = (h ^ uint64(c)) * hashPrime
	}
	return h
}

func hashRune(h uint64, r rune) uint64 { return (h ^ uint64(r)) * hashPrime }
