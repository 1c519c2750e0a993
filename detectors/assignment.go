// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"math"

	"github.com/veil-guard/veil/core"
)

// The bounds of an assignment, in bytes: of what stands between the name, the
// sign and the value, and of the value.
const (
	maxAssignGap     = 8
	minAssignedValue = 8
	maxAssignedValue = 256
)

// minEntropy is the Shannon entropy from which a value looks random, in bits a
// character; eight different characters have three.
const minEntropy = 2.75

// appendAssignments finds what is assigned to a password, a token or the like, by
// "=", ":", ":=" or "=>", if it looks random.
func appendAssignments(dst []core.Finding, text []byte) []core.Finding {
	last := 0 // the end of the last finding
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != '=' && c != ':' || !isSecretName(text[last:], i-last) {
			continue
		}
		start, quote := assignedStart(text, i+1)
		end := assignedEnd(text, start, quote)
		if end < 0 || !isAssignedSecret(text[start:end]) {
			continue
		}
		dst = append(dst, credentialFinding(text, start, end, core.ByContext))
		i, last = end-1, end
	}
	return dst
}

// isSecretName says whether the name of something secret ends before the sign at i,
// which is no comparison.
func isSecretName(text []byte, i int) bool {
	if begins(text[i:], "==") {
		return false
	}
	end := i
	for end > 0 && i-end < maxAssignGap && isNameGap(text[end-1]) {
		end--
	}
	for _, word := range [...]string{"password", "passwd", "pwd", "passphrase", "secret", "secretkey", "token", "apikey", "accesskey",
		"contraseña", "contraseÑa", "contrasena", "clave"} {
		if start := nameStart(text[:end], word); start >= 0 {
			return !inDomain(text, start)
		}
	}
	return false
}

// isNameGap says whether c may stand between a name and the sign.
func isNameGap(c byte) bool {
	return c == ' ' || c == '\t' || c == '"' || c == '\'' || c == '\\' || c == ']' || c == '`'
}

// assignedStart returns where the value after a sign begins, and its quotation mark,
// or 0. The sign may have a second character.
func assignedStart(text []byte, i int) (start int, quote byte) {
	if i < len(text) && (text[i] == '=' || text[i] == '>') {
		i++
	}
	for n := 0; n < maxAssignGap && i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\\'); n++ {
		i++
	}
	if i < len(text) && (text[i] == '"' || text[i] == '\'' || text[i] == '`') {
		return i + 1, text[i]
	}
	return i, 0
}

// assignedEnd returns the end of the value at start, or -1 if none stands there: the
// closing quotation mark, or without one a blank or a sign that ends a statement.
func assignedEnd(text []byte, start int, quote byte) int {
	for end := start; end <= len(text) && end-start <= maxAssignedValue; end++ {
		if end == len(text) {
			if quote == 0 {
				return end
			}
			return -1
		}
		switch c := text[end]; c {
		case ' ', '\t', '\r', '\n':
			if quote == 0 {
				return end
			}
			return -1
		case '\\', '"', '\'', '`', ',', ';', '&':
			if quote == 0 || c == quote || c == '\\' {
				return end
			}
		case '(', ')', '[', ']', '{', '}', '<', '>', '$', markNumber, markWord:
			return -1
		}
	}
	return -1
}

// isAssignedSecret says whether a value has letters and digits in random order. A
// path of names, a format and a placeholder are none.
func isAssignedSecret(b []byte) bool {
	var hasDigit, hasLetter bool
	for _, c := range b {
		hasDigit = hasDigit || isDigit(c)
		hasLetter = hasLetter || isLetter(c)
	}
	return len(b) >= minAssignedValue && hasDigit && hasLetter && !isTemplate(b) && !isWeakPassword(b) && entropy(b) >= minEntropy
}

// entropy is the Shannon entropy of b, in bits a byte.
func entropy(b []byte) float64 {
	var counts [256]int
	for _, c := range b {
		counts[c]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			share := float64(n) / float64(len(b))
			sum -= share * math.Log2(share)
		}
	}
	return sum
}
