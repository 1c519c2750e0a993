// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"slices"
	"unicode/utf8"

	"github.com/veil-guard/veil/core"
)

// Eight bytes are looked at at once, as one number with the first byte lowest.
const (
	stride   = 8
	everyLow = 0x0101010101010101 // the lowest bit of each byte
	everyTop = everyLow << 7
)

// stillStarts returns those of the places where numbers began that are not covered
// by now, and the numbers beside what was found with no sign between.
func stillStarts(starts []int, text []byte, found []core.Finding) []int {
	kept := starts[:0]
	for _, i := range starts {
		if isDigit(text[i]) {
			kept = append(kept, i)
		}
	}
	last := len(kept)
	for _, f := range found {
		if wordEndsAt(text, f.Start) {
			kept = appendStarts(kept, text, max(0, f.Start-maxCue), f.Start)
		}
		if wordBeginsAt(text, f.End) {
			kept = appendStarts(kept, text, f.End, min(len(text), f.End+maxCue))
		}
	}
	if len(kept) > last {
		slices.Sort(kept)
		kept = slices.Compact(kept)
	}
	return kept
}

// appendStarts appends the runs of digits that begin in text[from:to], if they may begin
// a value.
func appendStarts(dst []int, text []byte, from, to int) []int {
	for i := from; i < to; i++ {
		if isDigit(text[i]) && (i == 0 || !isDigit(text[i-1])) {
			dst = appendStart(dst, text, i)
		}
	}
	return dst
}

// appendStart appends the run of digits that begins at i, if it may begin a value,
// and the place behind an escape sequence like \u0009 that the run goes on after.
func appendStart(dst []int, text []byte, i int) []int {
	escaped := mayBeEscaped(text, i)
	if mayBeValue(text, i) && (!escaped || !isUnicodeEscape(text, i)) {
		dst = append(dst, i)
	}
	if !escaped {
		return dst
	}
	end := escapeEnd(text, i)
	if end > i && end < len(text) && isDigit(text[end]) && mayBeValue(text, end) {
		dst = append(dst, end)
	}
	return dst
}

// mayBeEscaped says, by the bytes before i, whether an escape sequence may go on
// there with a digit: \0, \x0a, \u000a, ESC [ 31 m.
func mayBeEscaped(text []byte, i int) bool {
	for at := i - 1; at >= 0 && at >= i-5; at-- {
		switch c := text[at]; {
		case c == '\\' || c == ';':
			return true
		case c == '[':
			return at > 0 && isESCEnd(text[at-1])
		case !isLetter(c):
			return false
		}
	}
	return false
}

// isUnicodeEscape says whether the four digits of \u0034 begin at i, so that no
// value does.
func isUnicodeEscape(text []byte, i int) bool {
	return i > 1 && text[i-1] == 'u' && text[i-2] == '\\' && escapeWidth(text[i-1:]) > 0
}

// isESCEnd says whether a spelling of the character ESC may end with c.
func isESCEnd(c byte) bool {
	return c == 0x1b || c == 'b' || c == 'B' || c == '3' || c == 'e'
}

// The least that makes a value: a DNI without its zeros has six digits, a
// registration number four.
const (
	leastDigits = 6
	plateDigits = 4
)

// mayBeValue says whether the number that begins at i has enough digits, in
// groups with little between them, or looks like the beginning of an IBAN or of a
// registration number.
func mayBeValue(text []byte, i int) bool {
	run := 0
	for run < leastDigits && i+run < len(text) && isDigit(text[i+run]) {
		run++
	}
	if run == leastDigits {
		return true
	}
	if run > 1 && i > 1 && isLetter(text[i-1]) && isLetter(text[i-2]) && (i == 2 || !isLetter(text[i-3]) || ibanLabelEndsAt(text, i-2)) &&
		ibanLength(text[i-2], text[i-1]) > 0 {
		return true
	}
	return run == plateDigits && mayBePlate(text, i+run) || moreDigits(text, i+run, leastDigits-run)
}

// mayBePlate says whether the letters of a registration number may begin at i, or
// behind a blank or a hyphen there: one capital, or three letters and no more.
func mayBePlate(text []byte, i int) bool {
	if i < len(text) && (text[i] == ' ' || text[i] == '-') {
		i++
	}
	if i >= len(text) || text[i] >= utf8.RuneSelf || isCapital(text[i]) {
		return i < len(text) && !isMark(text[i])
	}
	for end := i + plateLetterCount; i < end; i++ {
		if i >= len(text) || !isLetter(text[i]) {
			return false
		}
	}
	return i == len(text) || !isLetter(text[i]) && !isDigit(text[i])
}

// widestGap is what may stand between two groups of digits, in bytes: ") " or a
// blank of three bytes.
const widestGap = 3

// moreDigits says whether so many further digits stand at i, in groups.
func moreDigits(text []byte, i, missing int) bool {
	for gap := 0; i < len(text) && gap <= widestGap; i++ {
		switch c := text[i]; {
		case isDigit(c):
			if missing--; missing == 0 {
				return true
			}
			gap = 0
		case isGroupByte(c):
			gap++
		default:
			return false
		}
	}
	return false
}

// isGroupByte says whether c may stand between two groups of digits.
func isGroupByte(c byte) bool {
	switch c {
	case ' ', '.', '-', '/', '(', ')':
		return true
	}
	return c >= 0x80 && !isMark(c)
}
