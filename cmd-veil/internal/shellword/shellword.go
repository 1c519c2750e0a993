// SPDX-License-Identifier: Apache-2.0

// Package shellword writes words for commands that a person pastes into a shell.
package shellword

import "strings"

// plain is every sign that means itself to a shell, wherever it stands.
const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./@:+=,-"

// Quote returns a word as a shell takes it.
func Quote(word string) string {
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
