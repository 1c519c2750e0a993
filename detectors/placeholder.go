// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// isPlaceholder says whether the body of a credential stands for one, in
// documentation and forms: a word that says so, one character or two throughout,
// or a row of equal or of rising characters.
func isPlaceholder(body []byte) bool {
	return hasRow(body) || distinct(body) <= 2 || hasPlaceholderWord(body)
}

// rowLength is how many characters in a row no random body has: equal ones, or each
// the next after the one before ("12345678", "abcdefgh").
const rowLength = 8

func hasRow(b []byte) bool {
	equal, rising := 1, 1
	for i := 1; i < len(b); i++ {
		equal, rising = equal+1, rising+1
		if b[i] != b[i-1] {
			equal = 1
		}
		if b[i] != b[i-1]+1 {
			rising = 1
		}
		if equal == rowLength || rising == rowLength {
			return true
		}
	}
	return false
}

// distinct counts the different bytes of b.
func distinct(b []byte) int {
	var seen [256]bool
	n := 0
	for _, c := range b {
		if !seen[c] {
			seen[c] = true
			n++
		}
	}
	return n
}

// hasPlaceholderWord looks for words of at least seven letters, which no random
// body has, in any case.
func hasPlaceholderWord(b []byte) bool {
	for i := range b {
		switch b[i] | 0x20 {
		case 'e', 'p', 'r', 'c', 'y':
			for _, word := range [...]string{"example", "placeholder", "redacted", "changeme", "change_me", "your-token", "your_token", "your-api", "your_api"} {
				if len(b)-i >= len(word) && bytes.EqualFold(b[i:i+len(word)], []byte(word)) {
					return true
				}
			}
		}
	}
	return false
}
