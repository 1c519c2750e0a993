// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// byteCode is an encoding that spells single bytes.
type byteCode uint8

const (
	percent         byteCode = iota // %C3%B1 (RFC 3986, section 2.1)
	quotedPrintable                 // =C3=B1 (RFC 2045, section 6.7)
	hexEscape                       // \xc3\xb1
	octalEscape                     // \303\261
)

// minSpelledRun is how many letters and digits in a row quoted-printable has to
// spell out before they count: a=10 stands in code.
const minSpelledRun = 3

// byteAt reads one byte that code spells at i; width 0 if none stands there.
// Backslashes count as one, however many there are.
func (code byteCode) byteAt(text []byte, i int) (c byte, width int) {
	at := i
	switch code {
	case percent, quotedPrintable:
		if at >= len(text) || text[at] != "%="[code] {
			return 0, 0
		}
		at++
	default:
		at = afterBackslashes(text, i)
		if at == i {
			return 0, 0
		}
	}
	if code == octalEscape {
		if at+3 > len(text) || text[at]-'0' > 3 || text[at+1]-'0' > 7 || text[at+2]-'0' > 7 {
			return 0, 0
		}
		return (text[at]-'0')<<6 | (text[at+1]-'0')<<3 | (text[at+2] - '0'), at + 3 - i
	}
	if code == hexEscape {
		if at >= len(text) || text[at]|0x20 != 'x' {
			return 0, 0
		}
		at++
	}
	if at+2 > len(text) || !isHex(text[at]) || !isHex(text[at+1]) ||
		code == quotedPrintable && (isLower(text[at]) || isLower(text[at+1])) {
		return 0, 0
	}
	return hexDigit(text[at])<<4 | hexDigit(text[at+1]), at + 2 - i
}

func afterBackslashes(text []byte, i int) int {
	for i < len(text) && text[i] == '\\' {
		i++
	}
	return i
}

// escapedBytes reads a character whose bytes code spells at i: in UTF-8, or one
// of Latin-1 within a word.
func escapedBytes(text []byte, i int, code byteCode, room []byte) disguise {
	c, width := code.byteAt(text, i)
	if width == 0 {
		return disguise{}
	}
	if c < utf8.RuneSelf {
		if !code.spells(text, i, i+width, c) {
			return disguise{}
		}
		return disguise{width: width, out: append(room, c)}
	}
	end := i + width
	out := append(room, c)
	for len(out) < utf8.UTFMax && !utf8.FullRune(out) {
		if code == quotedPrintable {
			end = mailLineEnd(text, end)
		}
		next, n := code.byteAt(text, end)
		if n == 0 {
			break
		}
		out, end = append(out, next), end+n
	}
	if r, n := utf8.DecodeRune(out); n > 1 {
		if !isSpelled(r) && !unicode.IsGraphic(r) {
			return disguise{}
		}
		return disguise{width: end - i, out: out}
	}
	if !isWesternLetter(c) || !withinWord(text, i, i+width) || code == quotedPrintable && mixesCase(text, i, i+width, c) {
		return disguise{}
	}
	return disguise{width: width, out: utf8.AppendRune(room, rune(c))}
}

// spells says whether the byte c below 0x80 that code spells in a range is
// meant so, and not code or a path that looks like it.
func (code byteCode) spells(text []byte, start, end int, c byte) bool {
	if isLetter(c) || isDigit(c) {
		return code.spellsWordByte(text, start, end, c)
	}
	if c == '\n' || c == '\r' || c == '\t' {
		return code != hexEscape && (code != quotedPrintable || !endsDigits(text, end) || code.inRun(text, start, end, 2))
	}
	if c < ' ' || c == 0x7F {
		return false
	}
	switch code {
	case percent:
		return c != '%' || end+2 <= len(text) && isHex(text[end]) && isHex(text[end+1])
	case quotedPrintable:
		return spellsSign(text, start, end, c)
	}
	return isSpelled(rune(c))
}

// endsDigits says whether digits stand on both sides of i.
func endsDigits(text []byte, i int) bool {
	return i < len(text) && isDigit(text[i-1]) && isDigit(text[i])
}

// spellsWordByte is spells for a letter or a digit. Encoders leave them alone,
// so one that stands by itself counts only where it continues a value: code has
// count=312, %4d and \123.
func (code byteCode) spellsWordByte(text []byte, start, end int, c byte) bool {
	switch {
	case code == quotedPrintable:
		return code.inRun(text, start, end, minSpelledRun) || continuesValue(text, start, end, c)
	case code == percent && !isLower(text[end-1]) || code.inRun(text, start, end, 2):
		return true
	}
	if code == octalEscape || code == hexEscape && isNIEAt(text, end-3) {
		return false
	}
	return followsValue(text, start) || end < len(text) && (isWordByte(text[end]) || text[end] == '\'' || text[end] == ')' || text[end] == '.')
}

// isNIEAt says whether a letter, seven digits and a letter stand at i: a file that
// is named so, behind a backslash.
func isNIEAt(text []byte, i int) bool {
	end := digitsEnd(text[:min(len(text), i+9)], i+1)
	return end == i+8 && end < len(text) && isLetter(text[end])
}

// followsValue says whether a letter or a digit stands before i, "@" or "+", or a
// digit with a separator between.
func followsValue(text []byte, i int) bool {
	if i > 0 && (isWordByte(text[i-1]) || text[i-1] == '@' || text[i-1] == '+') {
		return true
	}
	return digitNear(text, i, -1)
}

// digitNear says whether a digit stands before i, or behind it, with no more than
// a separator of numbers between.
func digitNear(text []byte, i, step int) bool {
	if step < 0 {
		i--
	}
	for far := 0; i >= 0 && i < len(text) && far <= widestGap; far++ {
		if c := text[i]; countsAsDigit(c) || !isGroupByte(c) {
			return countsAsDigit(c)
		}
		i += step
	}
	return false
}

// inRun says whether at least n bytes that code spells stand in a row round a
// range.
func (code byteCode) inRun(text []byte, start, end, n int) bool {
	count := 1
	for at := end; count < n; count++ {
		_, width := code.byteAt(text, at)
		if width == 0 {
			break
		}
		at += width
	}
	for at := start; count < n; count++ {
		before := at - code.width()
		if before < 0 {
			return false
		}
		if _, width := code.byteAt(text, before); width != at-before {
			return false
		}
		for at = before; at > 0 && text[at-1] == '\\'; {
			at--
		}
	}
	return true
}

// width is the length of one spelled byte with one backslash.
func (code byteCode) width() int {
	if code == percent || code == quotedPrintable {
		return 3
	}
	return 4
}

// isWesternLetter says whether c is a letter of Latin-1 that western languages
// write often.
func isWesternLetter(c byte) bool {
	return c >= 0xC0 && strings.IndexByte("\xc0\xc1\xc2\xc4\xc7\xc8\xc9\xca\xcb\xcd\xcf\xd1\xd2\xd3\xd4\xd6\xd9\xda\xdc\xdf"+
		"\xe0\xe1\xe2\xe4\xe7\xe8\xe9\xea\xeb\xed\xef\xf1\xf2\xf3\xf4\xf6\xf9\xfa\xfc", c) >= 0
}

// withinWord says whether a letter stands on one side of a range, and a letter
// or no word at all on the other: Mu%F1oz, Jos%E9.
func withinWord(text []byte, start, end int) bool {
	before, after := start > 0 && endsWord(text[start-1]), end < len(text) && isLetter(text[end])
	digitAfter := end < len(text) && countsAsDigit(text[end])
	return before && !digitAfter || after && isLower(text[end]) && !wordEndsAt(text, start)
}
