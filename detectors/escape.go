// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// maxEscape bounds the walk to the beginning and to the end of an escape
// sequence, in bytes.
const maxEscape = 16

// escapeEnd returns the end of the escape sequence that text[i] is part of, or
// i: \n, \0, \x0a, \u000a as source and JSON text have them, and what follows
// ESC [ for a terminal (ECMA-48). An even number of backslashes makes no
// difference: JSON stands in JSON.
func escapeEnd(text []byte, i int) int {
	for start := i; start > 0 && i-start < maxEscape; start-- {
		c := text[start-1]
		if c == '\\' || c == '[' && hasESC(text[:start-1]) {
			width := escapeWidth(text[start:])
			if c == '[' {
				width = terminalWidth(text[start:])
			}
			return max(i, start+width)
		}
		if !isLetter(c) && !isDigit(c) && c != ';' {
			break
		}
	}
	return i
}

// escapeEndsAt says whether an escape sequence ends right before i. Any letter
// right after a backslash counts as one, but for the u that digits go on from.
func escapeEndsAt(text []byte, i int) bool {
	if i > 1 && isLetter(text[i-2]) && text[i-2]|0x20 > 'f' && text[i-2] != 'x' && text[i-2] != 'u' {
		return false // within a word, where no sequence has such a letter
	}
	return i > 1 && text[i-2] == '\\' && (text[i-1] != 'u' || escapeWidth(text[i-1:]) == 0) || escapeEnd(text, i-1) == i
}

// escapeWidth returns the width of the escape that follows a backslash, or 0.
func escapeWidth(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	digits := 0
	switch b[0] {
	case 'n', 't', 'r', 'b', 'f', 'v', '0':
		return 1
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	}
	if digits == 0 || len(b) <= digits {
		return 0
	}
	for _, c := range b[1 : digits+1] {
		if !isDigit(c) && (!isLetter(c) || c|0x20 > 'f') {
			return 0
		}
	}
	return digits + 1
}

// hasESC says whether text ends with the character ESC or one of its spellings.
func hasESC(text []byte) bool {
	for _, esc := range []string{"\x1b", `\x1b`, `\x1B`, `\u001b`, `\u001B`, `\033`, `\e`} {
		if bytes.HasSuffix(text, []byte(esc)) {
			return true
		}
	}
	return false
}

// terminalWidth returns the width of the parameters and the final letter that
// follow ESC [, or 0.
func terminalWidth(b []byte) int {
	for i, c := range b[:min(len(b), maxEscape)] {
		if isLetter(c) {
			return i + 1
		}
		if !isDigit(c) && c != ';' {
			break
		}
	}
	return 0
}

// escapedBlank returns the width of an escaped tab or line end at i, or 0. Two
// backslashes, or four, stand in JSON within JSON.
func escapedBlank(text []byte, i int) int {
	at := i
	for at < len(text) && at < i+4 && text[at] == '\\' {
		at++
	}
	if at > i && at < len(text) && (text[at] == 'n' || text[at] == 'r' || text[at] == 't') {
		return at + 1 - i
	}
	return 0
}
