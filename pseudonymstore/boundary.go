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

// atBoundary says whether one word ends and another begins at a place of text.
func atBoundary(text []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(text[:at])
	after, _ := utf8.DecodeRune(text[at:])
	return isBoundary(before, after)
}

// isBoundary says whether one word ends and another begins between two runes:
// if one is no letter (digits and _ are none), or where lower case turns into
// upper. A combining mark belongs to the letter before it.
func isBoundary(a, b rune) bool {
	return !isLetter(a) || !isLetter(b) || unicode.IsLower(a) && unicode.IsUpper(b)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }
