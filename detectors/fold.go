// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldedRune is one letter in lower case without accents.
type foldedRune struct {
	folded rune
	upper  bool
	skip   bool // no letter of its own: an accent, or hidden
	hidden bool // nothing is to be seen
}

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
	r, width := decodeRune(text, i)
	f, ok := foldRune(r)
	if !ok {
		return foldedRune{}, 0
	}
	return f, width
}

// foldBefore folds the letter that ends right before i.
func foldBefore(text []byte, i int) (foldedRune, int) {
	if c := text[i-1]; c < utf8.RuneSelf {
		return foldAt(text, i-1)
	}
	r, width := decodeRuneBefore(text, i)
	f, ok := foldRune(r)
	if !ok {
		return foldedRune{}, 0
	}
	return f, width
}

// beyondNFD is the first letter whose decomposition is not undone: from here on
// what decomposes are syllables, not letters with accents.
const beyondNFD = 0x3000

// foldRune folds a letter that is not ASCII, and says whether it is one.
func foldRune(r rune) (foldedRune, bool) {
	if 0xC0 <= r && r < 0xC0+rune(len(latin)) && latin[r-0xC0] != ' ' {
		base := latin[r-0xC0]
		return foldedRune{folded: rune(base), upper: unicode.IsUpper(r)}, base != '.'
	}
	switch {
	case isHidden(r):
		return foldedRune{skip: true, hidden: true}, true
	case unicode.Is(unicode.Mn, r):
		return foldedRune{skip: true}, true
	case !unicode.IsLetter(r):
		return foldedRune{}, false
	}
	base := r
	if r < beyondNFD {
		if d := norm.NFD.PropertiesString(string(r)).Decomposition(); d != nil {
			base, _ = utf8.DecodeRune(d)
		}
	}
	if plain := lookAlike(base); plain != 0 {
		base = plain
	}
	return foldedRune{folded: unicode.ToLower(base), upper: unicode.IsUpper(r)}, true
}

// appendFolded appends the folded letters and digits of text to dst, and stops
// when it holds limit bytes.
func appendFolded(dst, text []byte, limit int) []byte {
	for i := 0; i < len(text) && len(dst) < limit; {
		if c := text[i]; c < utf8.RuneSelf {
			if isLetter(c) {
				dst = append(dst, c|0x20)
			} else if isDigit(c) {
				dst = append(dst, c)
			}
			i++
			continue
		}
		r, width := foldAt(text, i)
		if width > 0 && !r.skip {
			dst = utf8.AppendRune(dst, r.folded)
		}
		if width == 0 {
			_, width = decodeRune(text, i)
		}
		i += width
	}
	return dst
}

// smallLatin returns what the small letter of a western language at i folds to, one
// beyond ASCII, of two bytes in UTF-8; 0 for anything else.
func smallLatin(text []byte, i int) byte {
	if text[i] != 0xC3 || i+1 == len(text) || text[i+1]&^0x1F != 0xA0 {
		return 0
	}
	if c := latin[text[i+1]-0x80]; isLower(c) {
		return c
	}
	return 0
}
