// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// looksOtherwise says whether a DNI without a label is more likely something
// else, although its letter holds: one in 23 does by chance.
func (d *dni) looksOtherwise(text []byte) bool {
	if d.prefix.c != 0 {
		return false
	}
	switch d.letter.c {
	case 'T', 'Z':
		return isDate(d.digits)
	case 'A', 'B', 'C', 'D', 'E', 'F':
		return d.letter.low && beginsHashLine(text, d.from, d.to)
	}
	return false
}

// mayBeBare says whether the digits of a DNI may stand without the letter: they
// are no date and no part of a longer number.
func (d *dni) mayBeBare(text []byte) bool {
	if d.form == odd || isDate(d.digits) {
		return false
	}
	return !numberAfter(text, d.end) || text[d.end] == ',' || text[d.end] == ' '
}

// isDate says whether eight digits are a day of the years 1900 to 2099, as
// YYYYMMDD. T or Z behind them begins or ends a time (ISO 8601, RFC 3339).
func isDate(digits [idDigits]byte) bool {
	century, month, day := string(digits[:2]), string(digits[4:6]), string(digits[6:])
	return (century == "19" || century == "20") &&
		"01" <= month && month <= "12" && "01" <= day && day <= "31"
}

// beginsHashLine says whether text[start:end] stands where git log and git blame
// print an abbreviated hash: at the beginning of a line, a blank behind it.
func beginsHashLine(text []byte, start, end int) bool {
	if end >= len(text) || text[end] != ' ' {
		return false
	}
	before := bytes.TrimSuffix(text[max(0, start-1):start], []byte("^"))
	return start == 0 || len(before) == 0 || before[0] == '\n'
}
