// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode/utf16"
	"unicode/utf8"
)

// backslashed reads what the backslash at i begins: \u00f1, \u{f1}, \U000000f1,
// bytes in hexadecimal or octal, a terminal sequence, or a sign that Markdown
// escapes. Any number of backslashes counts as one: JSON stands in JSON.
func backslashed(text []byte, i int, room []byte) (d disguise, skip int) {
	at := afterBackslashes(text, i)
	if at >= len(text) {
		return disguise{}, at - i
	}
	switch c := text[at]; c {
	case '"', 'n', 't', 'r':
		return disguise{}, at + 1 - i
	case 'u', 'U', 'x', 'X', '0', '1', '2', '3', 'e':
		if end := spelledESC(text, at); end > at {
			return terminal(text, i, end)
		}
		if c|0x20 == 'u' {
			return unicodeEscape(text, i, at, room), at - i
		}
		if c|0x20 == 'x' {
			return escapedBytes(text, i, hexEscape, room), at - i
		}
		return escapedBytes(text, i, octalEscape, room), at - i
	case '-', '_', '.', '@', '+':
		// A telephone number begins with its "+", escaped or not.
		if betweenWords(text, i, at+1) && (c != '+' || !countsAsDigit(text[at+1])) {
			return disguise{width: at + 1 - i, out: append(room, c)}, 0
		}
	}
	return disguise{}, at - i
}

// betweenWords says whether letters or digits stand on both sides of a range. What is
// covered before it is a whole.
func betweenWords(text []byte, start, end int) bool {
	return start > 0 && end < len(text) && isWordByte(text[start-1]) && isWordByte(text[end]) && !isMark(text[start-1])
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c >= utf8.RuneSelf }

// unicodeEscape reads the escape that begins at i, with its "u" at at.
func unicodeEscape(text []byte, i, at int, room []byte) disguise {
	r, end := unicodeNumber(text, at)
	if end == at {
		return disguise{}
	}
	if utf16.IsSurrogate(r) {
		next := afterBackslashes(text, end)
		low, lowEnd := unicodeNumber(text, next)
		if next == end || lowEnd == next {
			return disguise{}
		}
		r, end = utf16.DecodeRune(r, low), lowEnd
	}
	if (!isSpelled(r) || r == '&' && escapedAmpersand(text, i) > 0) && !beginsDisguise(text, end, r) && (r != '>' || !beginsLine(text, i)) {
		return disguise{} // names know their ampersands
	}
	return disguise{width: end - i, out: utf8.AppendRune(room, r)}
}

// beginsLine says whether a line begins at i, also after an escaped line end:
// mail is quoted so, in JSON.
func beginsLine(text []byte, i int) bool {
	return i > 0 && text[i-1] == '\n' || i > 1 && text[i-1] == 'n' && text[i-2] == '\\'
}

// beginsDisguise says whether r, with what follows end, is itself a disguise:
// \u0026ntilde; and \u002540.
func beginsDisguise(text []byte, end int, r rune) bool {
	switch r {
	case '&':
		return entityWidth(text[end:]) > 0
	case '%':
		return end+2 <= len(text) && isHex(text[end]) && isHex(text[end+1])
	case '\\':
		return end < len(text) && text[end]|0x20 == 'u'
	}
	return false
}

// unicodeNumber reads u and four digits, U and eight, or u{...}, and returns
// its end; at if none stands there.
func unicodeNumber(text []byte, at int) (r rune, end int) {
	if at >= len(text) || text[at]|0x20 != 'u' {
		return 0, at
	}
	from, to := at+1, at+5
	if text[at] == 'U' {
		to = at + 9
	}
	end = to
	if from < len(text) && text[from] == '{' {
		from++
		to = from
		for to < min(len(text), from+6) && isHex(text[to]) {
			to++
		}
		if to >= len(text) || text[to] != '}' {
			return 0, at
		}
		end = to + 1
	}
	if end > len(text) {
		return 0, at
	}
	if r = hexNumber(text[from:to]); r < 0 {
		return 0, at
	}
	return r, end
}

// spelledESC returns the end of a spelling of ESC whose backslashes end at at,
// or at.
func spelledESC(text []byte, at int) int {
	for _, esc := range [...]string{"x1b", "x1B", "u001b", "u001B", "033", "e"} {
		if end := at + len(esc); end < len(text) && text[end] == '[' && string(text[at:end]) == esc {
			return end
		}
	}
	return at
}

// terminal reads the terminal sequences, one or more, of which the first begins
// at i and has its ESC before end: ESC [ and parameters (ECMA-48). They are
// invisible within a value or between the words of a name; anywhere else they are as good as a blank.
func terminal(text []byte, i, end int) (d disguise, skip int) {
	for {
		if end >= len(text) || text[end] != '[' {
			return disguise{}, end - i
		}
		width := terminalWidth(text[end+1:])
		if width == 0 {
			return disguise{}, end - i
		}
		next := end + 1 + width
		if end = escAt(text, next); end > next {
			continue
		}
		if withinValue(text, i, next) || withinNumber(text, i, next) || withinWords(text, i, next) {
			return disguise{width: next - i, colour: true}, 0
		}
		return disguise{}, next - i
	}
}

// withinValue says whether bytes of values stand on both sides of a range. Nothing
// is within a value that is covered.
func withinValue(text []byte, start, end int) bool {
	return betweenValues(text, start, end) && !isMark(text[start-1]) && !isMark(text[end])
}

// withinNumber says whether digits stand on both sides of a range, one of them
// next to it and the other behind a separator.
func withinNumber(text []byte, start, end int) bool {
	if start < 2 || end+1 >= len(text) {
		return false
	}
	if isDigit(text[start-1]) {
		return isGroupSign(text[end]) && isDigit(text[end+1])
	}
	return isDigit(text[end]) && isGroupSign(text[start-1]) && isDigit(text[start-2])
}

func isGroupSign(c byte) bool { return c == ' ' || c == '.' || c == '-' }

// escAt returns the end of the ESC, or of one of its spellings, at i; else i.
func escAt(text []byte, i int) int {
	if i+1 < len(text) && text[i] == 0x1B && text[i+1] == '[' {
		return i + 1
	}
	at := afterBackslashes(text, i)
	if at == i {
		return i
	}
	if end := spelledESC(text, at); end > at {
		return end
	}
	return i
}
