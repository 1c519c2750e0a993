// SPDX-License-Identifier: Apache-2.0

package mock

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode"
)

// Planted is a synthetic value that must not leave the machine. Reports name
// its label, never the value.
type Planted struct {
	Label string
	Value string
}

// needle is one encoded spelling of a planted value.
type needle struct {
	encoding string
	text     string
}

// spellings returns the value as it is, and without separators in upper and in
// lower case.
func spellings(value string) []string {
	bare := compact(value)
	return []string{value, strings.ToUpper(bare), bare}
}

// compact drops separators and lowers the case: two spellings of one value have
// one compact form.
func compact(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-./_+", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// needles returns the encoded spellings that are searched for byte by byte.
func needles(value string) []needle {
	var out []needle
	for _, s := range spellings(value) {
		for shift := range 3 {
			std := base64Core(s, shift)
			url := strings.NewReplacer("+", "-", "/", "_").Replace(std)
			out = append(out, needle{"base64", std}, needle{"base64url", url})
		}
		plain := hex.EncodeToString([]byte(s))
		out = append(out, needle{"hex", plain}, needle{"hex", strings.ToUpper(plain)})
	}
	return out
}

// base64Core is the part of the base64 text of a longer string that depends on
// s alone, when s stands at an offset of shift modulo 3.
func base64Core(s string, shift int) string {
	encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + s))
	// shift bytes reach into the first shift+1 characters; the last character
	// mixes with what follows unless the bytes end on a group of three.
	start, end := 0, len(encoded)
	if shift > 0 {
		start = shift + 1
	}
	if (len(s)+shift)%3 != 0 {
		end--
	}
	return encoded[start:end]
}
