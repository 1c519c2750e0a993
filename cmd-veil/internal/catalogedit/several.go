// SPDX-License-Identifier: Apache-2.0

package catalogedit

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// legalForms are what stands behind a comma in the name of one firm.
var legalForms = []string{
	"sl", "slu", "sll", "slp", "slne", "sa", "sau", "sal", "sc", "scp", "scoop", "cb", "sociedadlimitada", "sociedadanonima",
	"sociedadanónima", "inc", "llc", "llp", "ltd", "ltda", "lda", "gmbh", "ag", "kg", "bv", "nv", "srl", "spa", "sas", "sarl",
}

// SeveralNames says whether an entry is a list of names, and so never found: two commas
// or more, or a semicolon, never stand in "Surname, Name".
func SeveralNames(name string) bool {
	if strings.Contains(name, ";") {
		return true
	}
	parts := strings.Split(name, ",")
	if slices.Contains(legalForms, letters(parts[len(parts)-1])) {
		parts = parts[:len(parts)-1]
	}
	return len(parts) > 2
}

// letters are the letters of a text, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// IsConfiguration says whether a text is a veil.yaml and no catalogue: its first line that
// is no comment has the key version. With a name behind it every event would be denied.
func IsConfiguration(text []byte) bool {
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		if line = bytes.TrimSpace(line); len(line) > 0 && string(line) != "---" && line[0] != '#' {
			return bytes.HasPrefix(line, []byte("version:"))
		}
	}
	return false
}
