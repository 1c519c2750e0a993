// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
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
	end   int
	hash  uint64 // of its folded letters
	cased bool   // the case changes within, so that byCase would end it sooner
}

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
	w := word{end: i, hash: hashSeed}
	before := w // the word without its last letter
	capitals, small := 0, false
	for {
		r, width := foldAt(text, w.end)
		if width == 0 {
			return w
		}
		if r.skip {
			w.end += width
			continue
		}
		if r.upper && small {
			w.cased = true
			if s == byCase {
				return w
			}
		}
		if !r.upper && !small && capitals > 1 {
			w.cased = true
			if s == byCase {
				return before
			}
		}
		before = w
		w.hash, w.end = hashRune(w.hash, r.folded), w.end+width
		if small = !r.upper; small {
			capitals = 0
		} else {
			capitals++
		}
	}
}

// foldedRune is one letter in lower case without accents.
type foldedRune struct {
	folded rune
	upper  bool
	skip   bool // a combining accent: it belongs to the letter before
}

// latin1 folds U+00C0 to U+00DF and U+00E0 to U+00FF; a blank stands for what
// has no accent to lose.
const latin1 = "aaaaaa ceeeeiiii nooooo  uuuuy  "

// foldAt folds the letter at i and returns its width in bytes, or 0 if no
// letter stands there.
func foldAt(text []byte, i int) (foldedRune, int) {
	if i >= len(text) {
		return foldedRune{}, 0
	}
	if c := text[i]; c < utf8.RuneSelf {
		if !isLetter(c) {
			return foldedRune{}, 0
		}
		return foldedRune{folded: rune(c | 0x20), upper: !isLower(c)}, 1
	}
	r, width := utf8.DecodeRune(text[i:])
	switch {
	case 0xC0 <= r && r <= 0xFF && latin1[r&0x1F] != ' ':
		return foldedRune{folded: rune(latin1[r&0x1F]), upper: r < 0xE0}, width
	case unicode.Is(unicode.Mn, r):
		return foldedRune{skip: true}, width
	case !unicode.IsLetter(r):
		return foldedRune{}, 0
	}
	base := r
	// Beyond, what decomposes are syllables, not letters with accents.
	if r >= 0x3000 {
		return foldedRune{folded: unicode.ToLower(r)}, width
	}
	if d := norm.NFD.Properties(text[i : i+width]).Decomposition(); d != nil {
		base, _ = utf8.DecodeRune(d)
	}
	return foldedRune{folded: unicode.ToLower(base), upper: unicode.IsUpper(r)}, width
}

// afterWord returns where the search for words goes on after w, which begins at
// i: the last letter of an escape sequence may stand right before a word.
func afterWord(text []byte, i int, w word) int {
	if end := escapeEnd(text, i); end > i && end < w.end {
		return end
	}
	return w.end
}

// nextWord returns the position of the first letter or digit at or after i, or
// len(text).
func nextWord(text []byte, i int) int {
	for i < len(text) {
		c := text[i]
		if isLetter(c) || isDigit(c) {
			return i
		}
		i++
		if c < utf8.RuneSelf || isMark(c) {
			continue
		}
		r, width := utf8.DecodeRune(text[i-1:])
		if unicode.IsLetter(r) {
			return i - 1
		}
		i += width - 1
	}
	return i
}

// appendFolded appends the folded letters and digits of text to dst, and stops
// when it holds limit bytes.
func appendFolded(dst, text []byte, limit int) []byte {
	for i := 0; i < len(text) && len(dst) < limit; {
		if isDigit(text[i]) {
			dst = append(dst, text[i])
			i++
			continue
		}
		r, width := foldAt(text, i)
		if width > 0 && !r.skip {
			dst = utf8.AppendRune(dst, r.folded)
		}
		i += max(width, 1)
	}
	return dst
}

func hashBytes(h uint64, b []byte) uint64 {
	for _, c := range b {
		h = (h ^ uint64(c)) * hashPrime
	}
	return h
}

func hashRune(h uint64, r rune) uint64 { return (h ^ uint64(r)) * hashPrime }
