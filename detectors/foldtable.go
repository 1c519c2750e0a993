// SPDX-License-Identifier: Apache-2.0

package detectors

import "unicode/utf8"

// latin folds U+00C0 to U+024F: the letter without accent, in lower case; a blank
// for a letter that stays what it is, a full stop for what is none.
const latin = "" +
	"aaaaaa ceeeeiiii nooooo.ouuuuy  aaaaaa ceeeeiiii nooooo.ouuuuy y" +
	"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii  jjkk llllll " +
	" llnnnnnn   oooooo  rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzz " +
	"                                oo             uu               " +
	"             aaiioouuuuuuuuuu aaaa    ggkkoooo  j   gg  nnaa  oo" +
	"aaaaeeeeiiiioooorrrruuuusstt  hh      aaeeooooooooyy            " +
	"                "

// lookAlikes are, for U+0370 to U+052F, the Latin letters that Greek and Cyrillic
// capitals look like in common fonts (Unicode TR 39, confusables.txt), at the
// capital and at its small letter, so that folding keeps no case; a blank for none.
const lookAlikes = "" +
	"               j                 ab  ezh ik mn o p  ty x        " +
	" ab  ezh ik mn o p  ty x                                        " +
	"  cj     c           si j       a b  e    k mho pcty x          " +
	"a b  e    k mho pcty x               si j                       " +
	"                                                                " +
	"          hh                                                    " +
	"                dd                        qqww                  "

// lookAlike returns the small ASCII letter that r looks like, or 0: full-width
// letters, and letters of other scripts.
func lookAlike(r rune) rune {
	switch {
	case 'Ａ' <= r && r <= 'Ｚ':
		return r - 'Ａ' + 'a'
	case 'ａ' <= r && r <= 'ｚ':
		return r - 'ａ' + 'a'
	case r < 0x370 || r > 0x52F || lookAlikes[r-0x370] == ' ':
		return 0
	}
	return rune(lookAlikes[r-0x370])
}

// isHidden says whether a character shows nothing: soft hyphen, zero width,
// direction marks, variation selectors, the filler of Hangul.
func isHidden(r rune) bool {
	switch {
	case r == 0xAD, r == 0x34F, r == 0x180E, r == 0x3164, r == 0xFEFF,
		0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E,
		0x2060 <= r && r <= 0x2064, 0x2066 <= r && r <= 0x2069, 0xFE00 <= r && r <= 0xFE0F:
		return true
	}
	return false
}

// decodeRune decodes the character at i. A byte that is not part of valid UTF-8 is
// read as Windows-1252, where it stands for one character; a mask is none.
func decodeRune(text []byte, i int) (r rune, width int) {
	r, width = utf8.DecodeRune(text[i:])
	if r == utf8.RuneError && width == 1 {
		r = windows1252(text[i])
	}
	return r, width
}

// decodeRuneBefore decodes the character that ends right before i.
func decodeRuneBefore(text []byte, i int) (r rune, width int) {
	r, width = utf8.DecodeLastRune(text[max(0, i-utf8.UTFMax):i])
	if r == utf8.RuneError && width == 1 {
		r = windows1252(text[i-1])
	}
	return r, width
}

// windows1252 is the character of a byte from 0x80 on. Below 0xA0 those matter
// that are letters or stand in names.
func windows1252(c byte) rune {
	switch {
	case isMark(c):
		return utf8.RuneError
	case c >= 0xA0:
		return rune(c)
	}
	switch c {
	case 0x8A:
		return 'Š'
	case 0x8C:
		return 'Œ'
	case 0x8E:
		return 'Ž'
	case 0x92:
		return '’'
	case 0x9A:
		return 'š'
	case 0x9C:
		return 'œ'
	case 0x9E:
		return 'ž'
	case 0x9F:
		return 'Ÿ'
	}
	return utf8.RuneError
}
