// SPDX-License-Identifier: Apache-2.0

package shell

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// quote says how the text of a place is quoted.
type quote uint8

const (
	unquoted quote = iota
	single
	double
	hereDocument
	rawHereDocument // its delimiter is quoted
)

// literal spells a text so that the shell reads exactly that in the place.
func (q quote) literal(text string) string {
	switch q {
	case single:
		return strings.ReplaceAll(text, `'`, `'\''`)
	case double:
		return core.Backslashed(text, quotedEscapes)
	case hereDocument:
		return core.Backslashed(text, "$`\\")
	case rawHereDocument:
		return text
	}
	if isPlainWord(text) {
		return text
	}
	return `'` + strings.ReplaceAll(text, `'`, `'\''`) + `'`
}

// isPlainWord says whether the shell takes a text as it is.
func isPlainWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !isPlainRune(r) })
}

// isPlainRune says whether no program takes the character for more than itself.
func isPlainRune(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || strings.ContainsRune("@.+-_", r)
}
