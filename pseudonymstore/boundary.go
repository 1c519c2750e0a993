// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// minLoose is the length in bytes from which a spelling with a digit or an @
// is found inside words too.
const minLoose = 8

// isLoose says whether a spelling is found without a boundary on its sides.
func isLoose(text string) bool {
	return len(text) >= minLoose && strings.ContainsAny(text, "0123456789@")
}

// atBoundaries says whether text[start:end] is a word of its own.
func atBoundaries(text []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(text[:start])
	first, _ := utf8.DecodeRune(text[start:end])
	last, _ := utf8.DecodeLastRune(text[start:end])
	after, _ := utf8.DecodeRune(text[end:])
	return isBoundary(before, first) && isBoundary(last, after)
}

// isBoundary says whether one word ends and another begins between two runes:
// if one is no letter (digits and _ are none), or where lower case turns into
// upper. A combining mark belongs to the letter before it.
func isBoundary(a, b rune) bool {
	return !isLetter(a) || !isLetter(b) || unicode.IsLower(a) && unicode.IsUpper(b)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }
