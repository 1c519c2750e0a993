// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// oddRune reads the character outside ASCII at i if it looks like a plain one
// or like nothing: other forms of digits and letters, blanks and dashes of other
// widths within values, what has no width, look-alike letters.
func oddRune(text []byte, i int, room []byte) (d disguise, skip int) {
	if text[i] < 0xC2 || isMark(text[i]) {
		return disguise{}, 1
	}
	r, width := utf8.DecodeRune(text[i:])
	switch {
	case r < 0x2000 && r != 0xAD && !isOtherForm(r) && !isOverlay(r):
		if isGreekOrCyrillic(r) {
			return spelledAlike(text, i, room)
		}
		return disguise{}, width
	case isInvisible(r) || isOverlay(r):
		return invisible(text, i)
	case isBlankRune(r):
		if before, after := bytes.TrimSuffix(text[:i], blank), bytes.TrimPrefix(text[i+width:], blank); len(before) > 0 && len(after) > 0 &&
			before[len(before)-1] > ' ' && after[0] > ' ' {
			return disguise{width: width, out: append(room, ' ')}, 0
		}
	case isDashRune(r):
		if isDashed(text, i, i+width, r) {
			return disguise{width: width, out: append(room, '-')}, 0
		}
	case isOtherForm(r):
		return otherForm(text, i, r, room), width
	}
	return disguise{}, width
}

// isInvisible says whether a character shows nothing by itself: what isHidden
// knows, the frame of a key, and the selectors and tags of plane 14.
func isInvisible(r rune) bool {
	return isHidden(r) || r == 0x20E3 || 0xE0000 <= r && r <= 0xE01EF
}

// isOverlay says whether r is one of the combining marks (U+0300 to U+036F).
func isOverlay(r rune) bool { return 0x300 <= r && r <= 0x36F }

// invisible reads the run of invisible characters at i. They disguise something
// only between two characters of a value; a combining mark only after a digit:
// on a letter it is an accent.
func invisible(text []byte, i int) (d disguise, skip int) {
	end := i
	for end < len(text) {
		r, width := utf8.DecodeRune(text[end:])
		if isOverlay(r) && (i == 0 || !isDigit(text[i-1])) || !isInvisible(r) && !isOverlay(r) {
			break
		}
		end += width
	}
	if end == i {
		_, width := utf8.DecodeRune(text[i:])
		return disguise{}, width
	}
	if hidesIn(text, i, end) {
		return disguise{width: end - i}, 0
	}
	return disguise{}, end - i
}

// hidesIn says whether invisible characters in a range may split a value: beside
// an emoji they do not, nor between what is covered and a word.
func hidesIn(text []byte, start, end int) bool {
	if start == 0 || end >= len(text) || text[start-1] < '\t' || text[start-1] == '\n' || text[end] < '\t' || text[end] == '\n' {
		return false
	}
	before, _ := utf8.DecodeLastRune(text[max(0, start-utf8.UTFMax):start])
	after, _ := utf8.DecodeRune(text[end:])
	covered, coveredAfter := isMark(text[start-1]), isMark(text[end])
	return (isWordRune(before) && !coveredAfter || covered && !isWordRune(after) || isPlainSign(before)) &&
		(isWordRune(after) && !covered || coveredAfter && !isWordRune(before) || isPlainSign(after))
}

// isPlainSign says whether r is a blank, a dash, or a sign of ASCII.
func isPlainSign(r rune) bool {
	return r < utf8.RuneSelf || r == '’' || unicode.In(r, unicode.Zs, unicode.Pd)
}

var blank = []byte(" ")

// isBlankRune holds for those wide blanks that the rules themselves do not know.
func isBlankRune(r rune) bool { return r == 0x205F || r == 0x3000 }

func isDashRune(r rune) bool { return 0x2010 <= r && r <= 0x2015 || r == 0x2212 }

// isDashed says whether the dash r in a range stands for a hyphen: after a
// digit; a real hyphen also between letters.
func isDashed(text []byte, start, end int, r rune) bool {
	if start == 0 || end >= len(text) {
		return false
	}
	before, after := text[start-1], text[end]
	if countsAsDigit(before) {
		return isDigit(after) || isLetter(after) || isMark(after)
	}
	return isWordByte(before) && (countsAsDigit(after) || r <= 0x2011 && isWordByte(after))
}

// isOtherForm says whether r can be another form of an ASCII letter, digit or
// sign, as Unicode's compatibility decomposition (NFKC) has it, or a digit of
// another script. ª and º are left alone: they are Spanish.
func isOtherForm(r rune) bool {
	switch {
	case r == 0xB2 || r == 0xB3 || r == 0xB9:
		return true
	case r < 0x660:
		return false
	case 0x2070 <= r && r <= 0x209C, 0x2460 <= r && r <= 0x24FF, 0xFF01 <= r && r <= 0xFF5E:
		return true
	case 0x1D400 <= r && r <= 0x1D7FF, 0x1F100 <= r && r <= 0x1F1AD, 0xFE50 <= r && r <= 0xFE6B:
		return true
	}
	return (r < 0x2000 || r > 0x2FFF) && unicode.Is(unicode.Nd, r)
}

// otherForm reads the character r at i in its plain form.
func otherForm(text []byte, i int, r rune, room []byte) disguise {
	width := utf8.RuneLen(r)
	if r <= 0xB9 && (i == 0 || !isDigit(text[i-1]) && text[i-1] < utf8.RuneSelf) && !superscriptAt(text, i+width) { // m²
		return disguise{}
	}
	if value, ok := decimalDigit(r); ok {
		return disguise{width: width, out: append(room, '0'+value)}
	}
	out := norm.NFKC.Append(room, text[i:i+width]...)
	for _, c := range out {
		if c >= utf8.RuneSelf || !isSpelled(rune(c)) {
			return disguise{}
		}
	}
	return disguise{width: width, out: out}
}

// superscriptAt says whether a superscript digit stands at i.
func superscriptAt(text []byte, i int) bool {
	r, _ := utf8.DecodeRune(text[i:])
	return r == 0xB2 || r == 0xB3 || r == 0xB9 || 0x2070 <= r && r <= 0x2079
}

// decimalDigit returns the value of a decimal digit of any script: each has ten
// in a row (Unicode Standard, section 4.6).
func decimalDigit(r rune) (value byte, ok bool) {
	for _, rg := range unicode.Nd.R16 {
		if rune(rg.Lo) <= r && r <= rune(rg.Hi) {
			return byte((r - rune(rg.Lo)) % 10), true
		}
	}
	for _, rg := range unicode.Nd.R32 {
		if rune(rg.Lo) <= r && r <= rune(rg.Hi) {
			return byte((r - rune(rg.Lo)) % 10), true
		}
	}
	return 0, false
}

// latinLookAlike returns the Latin letter that r looks like, in its case, or 0.
func latinLookAlike(r rune) byte {
	c := byte(lookAlike(r))
	if c != 0 && unicode.IsUpper(r) {
		return upper(c)
	}
	return c
}

// touchesLatin says whether a Latin letter or a digit stands beside a range, a Latin
// letter behind an apostrophe, or a digit with a separator between.
func touchesLatin(text []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(text[max(0, start-utf8.UTFMax):start])
	after, _ := utf8.DecodeRune(text[end:])
	if after == '\'' && end+1 < len(text) && isLetter(text[end+1]) {
		return true
	}
	return isLatin(before) || isLatin(after) || start > 0 && isMark(text[start-1]) || end < len(text) && isMark(text[end]) ||
		digitNear(text, start, -1) || digitNear(text, end, 1) || end-start <= maxGroup && digitInGroup(text, start)
}

// maxGroup is the width of a group of an IBAN in letters that look alike, in bytes.
const maxGroup = 8

// digitInGroup says whether a digit stands in the short group of letters and digits
// before the one that begins at i, with a blank between.
func digitInGroup(text []byte, i int) bool {
	if i == 0 || text[i-1] != ' ' {
		return false
	}
	digit, at := false, i-1
	for ; at > 0 && i-1-at < maxGroup && isWordByte(text[at-1]); at-- {
		digit = digit || isDigit(text[at-1])
	}
	return digit && (at == 0 || text[at-1] == ' ')
}

// isLatin says whether r is a digit, a letter of the Latin blocks or an accent on
// one, or "@".
func isLatin(r rune) bool {
	if r < utf8.RuneSelf {
		return isLetter(byte(r)) || isDigit(byte(r)) || r == '@'
	}
	return 0xC0 <= r && r < 0x250 || isOverlay(r)
}

// isGreekOrCyrillic says whether r is of a script that has look-alikes.
func isGreekOrCyrillic(r rune) bool { return 0x370 <= r && r <= 0x52F }

// spelledAlike reads the run of Greek and Cyrillic letters at i. They count where
// each looks like a Latin letter, and a Latin letter or a digit touches them: a
// word in a script of its own is what it is.
func spelledAlike(text []byte, i int, room []byte) (d disguise, skip int) {
	end, out, all := i, room, true
	for end < len(text) {
		r, width := utf8.DecodeRune(text[end:])
		if !isGreekOrCyrillic(r) {
			break
		}
		if all {
			c := latinLookAlike(r)
			all = c != 0 && len(out) < maxSpelled
			out = append(out, c)
		}
		end += width
	}
	if !all || !touchesLatin(text, i, end) {
		return disguise{}, end - i
	}
	return disguise{width: end - i, out: out}, 0
}
