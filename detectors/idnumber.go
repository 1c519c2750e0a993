// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"unicode/utf8"
)

// idDigits is how many digits a DNI has; NIE, NIF and CIF have no more.
const idDigits = 8

// spelling says how a number is written, from plain to odd.
type spelling uint8

const (
	// tight is in one piece, or with a hyphen before or after the digits.
	tight spelling = iota
	// loose has one kind of blank or dot in the usual places.
	loose
	// odd is anything else: mixed separators, other groups, " - " or "/".
	odd
)

// idNumber is text that looks like an identity number: digits with a letter
// before them, behind them, or both. Which of the two belong to it depends on
// the kind.
type idNumber struct {
	digits     [idDigits]byte
	count      int
	groups     int // the sizes of the groups as decimal digits: 233 for 12.345.678
	start, end int // of the digits
	form       spelling
	blank      bool     // blanks stand between the groups
	prefix     idLetter // before the digits
	letter     idLetter // behind them
}

// idLetter is a letter before or behind the digits; none if c is 0.
type idLetter struct {
	c    byte     // in upper case
	low  bool     // it is in lower case
	form spelling // of what stands between it and the digits
	at   int
}

// readID reads what looks like an identity number, whose digits begin at i.
func readID(text []byte, i int) (idNumber, bool) {
	d := idNumber{start: i}
	if !d.readDigits(text, i) || d.count < idDigits-2 {
		return d, false
	}
	d.readLetter(text)
	if d.letter.c == 0 && (wordGoesOn(text, d.end) || d.form != tight && numberAfter(text, d.end) && !zeroDecimals(text, d.end)) {
		return d, false
	}
	d.readPrefix(text)
	return d, true
}

// readDigits reads at most eight digits, in groups. A longer run is none.
func (d *idNumber) readDigits(text []byte, i int) bool {
	var sep byte
	mixed := false
	for {
		from := d.count
		for i < len(text) && isDigit(text[i]) {
			if d.count == idDigits {
				return false
			}
			d.digits[d.count] = text[i]
			d.count++
			i++
		}
		d.groups = d.groups*10 + d.count - from
		d.end = i
		next, width := groupSeparator(text, i)
		if width == 0 || d.count == idDigits {
			break
		}
		mixed = mixed || sep != 0 && sep != next
		sep, d.blank = next, d.blank || next == ' '
		i += width
	}
	switch d.groups {
	case 6, 7, 8:
		d.form = tight
	case 33, 133, 233, 232:
		d.form = loose
		if mixed || sep == '-' {
			d.form = odd
		}
	default:
		d.form = odd
	}
	return true
}

// readLetter reads the letter behind the digits.
func (d *idNumber) readLetter(text []byte) {
	i, form := idGap(text, d.end)
	if i >= len(text) || !isLetter(text[i]) || wordGoesOn(text, i+1) || i == d.end && isExponent(text, i) {
		return
	}
	d.letter = idLetter{upper(text[i]), isLower(text[i]), form, i}
	if d.letter.low && (d.blank || blankAt(text, d.end) > 0) {
		d.letter.form = odd
	}
}

// maxGapPieces is how many separators may stand before the letter of a number
// that has its label: "12345678 - Z".
const maxGapPieces = 3

// idGap reads what stands between digits and the letter behind them.
func idGap(text []byte, i int) (end int, form spelling) {
	start := i
	for range maxGapPieces {
		width := blankAt(text, i)
		switch {
		case width > 0:
			form = max(form, loose)
		case hyphenAt(text, i) > 0:
			width = hyphenAt(text, i)
		case i < len(text) && text[i] == '.':
			width, form = 1, max(form, loose)
		case i < len(text) && (text[i] == '/' || text[i] == '_'):
			width, form = 1, odd
		}
		if width == 0 {
			break
		}
		if i > start {
			form = odd
		}
		i += width
	}
	return i, form
}

// readPrefix reads the letter before the digits. It is none if it ends a word,
// unless a label stands right before it: "NIEX1234567L".
func (d *idNumber) readPrefix(text []byte) {
	i, form := d.start, tight
	switch width := gapBefore(text, i); {
	case width > 0 && hyphenAt(text, i-width) > 0:
		i -= width
	case width > 0:
		i, form = i-width, loose
	}
	i--
	if i < 0 || !isLetter(text[i]) || form != tight && isLower(text[i]) {
		return
	}
	if glued, label := isGlued(text, i); glued && !label {
		return
	}
	d.prefix = idLetter{upper(text[i]), isLower(text[i]), form, i}
}

// gapBefore returns the width of the blank, the hyphen or the dot that ends at
// i, or 0.
func gapBefore(text []byte, i int) int {
	if i > 0 && text[i-1] < utf8.RuneSelf {
		switch text[i-1] {
		case ' ', '-', '.':
			return 1
		}
		return 0
	}
	for width := 1; width <= min(i, 3); width++ {
		at := i - width
		if blankAt(text, at) == width || hyphenAt(text, at) == width || width == 1 && text[at] == '.' {
			return width
		}
	}
	return 0
}

// vatPrefixEndsAt says whether the letters ES right before i are the country of
// a VAT number (Directive 2006/112/EC, article 215). After a full stop they are the
// end of a domain, which is one only while nothing is glued to it.
func vatPrefixEndsAt(text []byte, i int) bool {
	return i >= 2 && text[i-2]|0x20 == 'e' && text[i-1]|0x20 == 's' && !wordEndsAt(text, i-2) &&
		(i < 3 || text[i-3] != '.')
}

// isGlued says whether letters stand right before i, and whether those are a
// label: "DNI12345678Z".
func isGlued(text []byte, i int) (glued, label bool) {
	if !wordGoesOnBefore(text, i) {
		return false, false
	}
	return true, labelEndsAt(text, i, dniLabels) || vatPrefixEndsAt(text, i)
}

// continuesNumber says whether a number that is written so and begins at i goes on
// from one right before it: after a decimal point, and in groups after what divides
// groups. A comma or a stroke divides two numbers. What is covered is a whole number: no
// decimals follow it.
func continuesNumber(text []byte, i int, form spelling) bool {
	sep, number := numberBefore(text, i)
	return number && (sep == '.' && !isCover(text[i-2]) || form != tight && sep != ',' && sep != '/')
}

// zeroDecimals says whether what stands at i makes a whole number one with decimals, as
// programs do that take a column for quantities: 12345678.0, 12.345.678,00.
func zeroDecimals(text []byte, i int) bool {
	if i >= len(text) || text[i] != '.' && text[i] != ',' {
		return false
	}
	end := digitsEnd(text[:min(len(text), i+4)], i+1)
	zeros := bytes.Count(text[i+1:end], []byte("0"))
	return zeros > 0 && zeros < 3 && zeros == end-i-1 && !wordBeginsAt(text, end) && !numberAfter(text, end)
}

// isExponent says whether the letter at i belongs to a number like 12345678E-5
// or 12345678p+54.
func isExponent(text []byte, i int) bool {
	return (upper(text[i]) == 'E' || upper(text[i]) == 'P') && i+2 < len(text) &&
		(text[i+1] == '-' || text[i+1] == '+') && isDigit(text[i+2])
}
