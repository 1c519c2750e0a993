// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode"
	"unicode/utf8"
)

func isDigit(c byte) bool  { return c-'0' <= 9 }
func isLetter(c byte) bool { return c|0x20-'a' <= 25 && c < utf8.RuneSelf }
func isLower(c byte) bool  { return c-'a' <= 25 }
func upper(c byte) byte    { return c &^ 0x20 }

// wordEndsAt says whether a letter or a digit stands right before text[i:].
// An underscore is not one of them: values stand in file names too. Nor is the
// last letter of an escape sequence.
func wordEndsAt(text []byte, i int) bool {
	if i == 0 {
		return false
	}
	if c := text[i-1]; c < utf8.RuneSelf || isMark(c) {
		return isMark(c) || (isLetter(c) || isDigit(c)) && !escapeEndsAt(text, i)
	}
	r, _ := decodeRuneBefore(text, i)
	return isWordRune(r)
}

// wordBeginsAt says whether a letter or a digit stands at text[i].
func wordBeginsAt(text []byte, i int) bool {
	if i >= len(text) {
		return false
	}
	if c := text[i]; c < utf8.RuneSelf || isMark(c) {
		return isLetter(c) || isDigit(c) || isMark(c)
	}
	r, _ := decodeRune(text, i)
	return isWordRune(r)
}

// isWordRune says whether a rune is part of a word. The signs of ordinals are none:
// "nº12345678Z" is a number after its abbreviation.
func isWordRune(r rune) bool {
	if r <= unicode.MaxLatin1 { // none is a mark
		return r != 'º' && r != 'ª' && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

// digitsEnd returns the end of the run of digits that begins at i.
func digitsEnd(text []byte, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}

// blankAt returns the length of the blank at i, 0 if none stands there: a space,
// or one of those that typesetting puts into numbers (U+00A0, U+2000 to U+200A,
// U+202F).
func blankAt(text []byte, i int) int {
	if i >= len(text) || text[i]-'!' < 0xA0-'!' {
		return 0
	}
	return anyBlankAt(text, i)
}

// anyBlankAt is blankAt where one may stand.
func anyBlankAt(text []byte, i int) int {
	switch c := text[i]; {
	case c == ' ':
		return 1
	case c == 0xC2 && i+1 < len(text) && text[i+1] == 0xA0:
		return 2
	case c == 0xE2 && i+2 < len(text) && text[i+1] == 0x80 && (text[i+2] <= 0x8A || text[i+2] == 0xAF):
		return 3
	case c == 0xA0 && i > 0 && text[i-1] < utf8.RuneSelf:
		return 1 // in Windows-1252
	}
	return 0
}

// hyphenAt returns the length of the hyphen at i, 0 if none stands there: the sign
// of ASCII, or U+2010 to U+2013 and U+2212, as word processors put them.
func hyphenAt(text []byte, i int) int {
	if i >= len(text) || text[i] != '-' && text[i] != 0xE2 {
		return 0
	}
	return anyHyphenAt(text, i)
}

// anyHyphenAt is hyphenAt where one may stand.
func anyHyphenAt(text []byte, i int) int {
	switch c := text[i]; {
	case c == '-':
		return 1
	case c != 0xE2 || i+2 >= len(text):
		return 0
	case text[i+1] == 0x80 && 0x90 <= text[i+2] && text[i+2] <= 0x93, text[i+1] == 0x88 && text[i+2] == 0x92:
		return 3
	}
	return 0
}

// numberBefore says whether a number ends right before i with one separator
// between, and returns that separator: coordinates, decimals, lists. ' ' and '-'
// stand for every blank and hyphen.
func numberBefore(text []byte, i int) (sep byte, found bool) {
	widest := min(i-1, maxSeparator)
	if i > 0 && text[i-1] < utf8.RuneSelf {
		widest = min(widest, 1) // the wider ones do not end in ASCII
	}
	for width := 1; width <= widest; width++ {
		if sep, w := numberSeparator(text, i-width); w == width {
			c := text[i-width-1]
			return sep, countsAsDigit(c)
		}
	}
	return 0, false
}

// numberAfter is numberBefore for what follows i. A telephone number may begin
// with "+" or a code in brackets, an NIE or a NIF with its letter. A registration number is no number, for its
// token is none.
func numberAfter(text []byte, i int) bool {
	_, width := numberSeparator(text, i)
	at := i + width
	if width == 0 || at >= len(text) {
		return false
	}
	if c := text[at]; !isNIEPrefix(c) && !isNIFPrefix(c) {
		return numberBegins(text, at)
	}
	at += 1 + max(blankAt(text, at+1), hyphenAt(text, at+1))
	_, isPlate := readOldPlate(text, at)
	return numberBegins(text, at) && !isPlate
}

// numberBegins says whether a number begins at i, or a telephone number with its
// "+" or its code in brackets.
func numberBegins(text []byte, i int) bool {
	if i >= len(text) {
		return false
	}
	switch c := text[i]; {
	case c == '+':
		return i+1 < len(text) && countsAsDigit(text[i+1])
	case c == '(':
		return isAreaCode(text, i)
	case isDigit(c):
		_, isPlate := readNewPlate(text, i)
		return !isPlate
	default:
		return countsAsDigit(c)
	}
}

// maxSeparator is the width of the widest separator, in bytes.
const maxSeparator = 3

// numberSeparator returns what may stand between two numbers at i, and its width;
// 0 for none.
func numberSeparator(text []byte, i int) (sep byte, width int) {
	if width = blankAt(text, i); width > 0 {
		return ' ', width
	}
	if width = hyphenAt(text, i); width > 0 {
		return '-', width
	}
	if i < len(text) {
		switch c := text[i]; c {
		case '.', ',', '/', ':':
			return c, 1
		}
	}
	return 0, 0
}
