// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// looksOtherwise says whether a DNI without a label is more likely something
// else, although its letter holds: one in 23 does by chance.
func (d *dni) looksOtherwise(text []byte) bool {
	if d.prefix.c != 0 {
		return false
	}
	if d.letter.c == 'T' || d.letter.c == 'Z' {
		return isDate(d.digits)
	}
	if d.letter.form == loose && isRate(text[d.to:]) {
		return true
	}
	return d.letter.low && (isDate(d.digits) || isHexLetter(d.letter.c) && isAbbreviatedHash(text, d.from, d.to))
}

// isRate says whether what follows a unit makes a rate of it: 94912754 B/op.
func isRate(after []byte) bool { return len(after) > 1 && after[0] == '/' && isLetter(after[1]) }

func isHexLetter(c byte) bool { return c-'A' <= 5 }

// mayBeBare says whether the digits of a DNI may stand without the letter: they
// are no date and no part of a longer number.
func (d *dni) mayBeBare(text []byte) bool {
	if d.form == odd || isDate(d.digits) {
		return false
	}
	return !numberAfter(text, d.end) || text[d.end] == ',' || text[d.end] == ' ' || zeroDecimals(text, d.end)
}

// isDate says whether eight digits are a day of the years 1900 to 2099, as
// YYYYMMDD. T or Z behind them begins or ends a time (ISO 8601, RFC 3339).
func isDate(digits [idDigits]byte) bool {
	century, month, day := string(digits[:2]), string(digits[4:6]), string(digits[6:])
	return (century == "19" || century == "20") &&
		"01" <= month && month <= "12" && "01" <= day && day <= "31"
}

// isAbbreviatedHash says whether text[start:end] stands where git prints an
// abbreviated hash: at the beginning of a line with a blank behind it, beside the two
// dots of a range, or behind a colon as the tag of an image.
func isAbbreviatedHash(text []byte, start, end int) bool {
	before, after := text[:start], text[end:]
	if bytes.HasSuffix(before, []byte("..")) || bytes.HasPrefix(after, []byte("..")) {
		return true
	}
	if bytes.HasSuffix(before, []byte(":")) && wordEndsAt(before, len(before)-1) {
		return true
	}
	before = bytes.TrimSuffix(before, []byte("^"))
	return bytes.HasPrefix(after, []byte(" ")) && (len(before) == 0 || before[len(before)-1] == '\n')
}
