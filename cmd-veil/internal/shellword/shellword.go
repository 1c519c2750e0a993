// SPDX-License-Identifier: Apache-2.0

// Package shellword writes words for commands that a person pastes into a shell.
package shellword

import (
	"regexp"
	"strings"
)

var plain = regexp.MustCompile(`^[A-Za-z0-9_./@:+=,-]+$`)

// Quote returns a word as a shell takes it.
func Quote(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
