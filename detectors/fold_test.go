// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
)

// Folding a letter and folding its decomposition agree, for every letter.
func TestFoldIsTheSameForBothNormalForms(t *testing.T) {
	for r := rune(0); r < 0x3000; r++ {
		if !unicode.IsLetter(r) {
			continue
		}
		composed := []byte(string(r))
		decomposed := norm.NFD.Bytes(composed)
		a := appendFolded(nil, composed, utf8.UTFMax)
		b := appendFolded(nil, decomposed[:], 2*utf8.UTFMax)
		if len(decomposed) > len(composed) && string(a) != string(b) {
			first, _ := utf8.DecodeRune(decomposed)
			require.Equal(t, string(b), string(a), "%U decomposes to %U", r, first)
		}
	}
}

func TestFoldKnowsCase(t *testing.T) {
	for r := rune(0); r <= 0x52F; r++ {
		f, width := foldAt([]byte(string(r)), 0)
		require.Equal(t, unicode.IsLetter(r) || f.skip, width > 0, "%U", r)
		if width > 0 && !f.skip {
			require.Equal(t, unicode.IsUpper(r), f.upper, "%U", r)
		}
	}
}

// A letter folds as its other case does, but for the few whose other case is a
// letter of its own (dotless i, long s, Kelvin).
func TestFoldKeepsNoCase(t *testing.T) {
	folded := func(r rune) string { return string(appendFolded(nil, []byte(string(r)), utf8.UTFMax)) }
	for r := rune('A'); r <= 0x52F; r++ {
		if lower := unicode.ToLower(r); unicode.IsLetter(r) && unicode.ToUpper(lower) == r {
			require.Equal(t, folded(lower), folded(r), "%U", r)
		}
	}
}

func TestFoldReadsDisguises(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"full width", "Ｐéｒｅｚ", "perez"},
		{"Cyrillic", "Р\u0435r\u0435z", "perez"},
		{"Greek", "\u03a1\u0395\u03a1\u0395\u0396", "pepez"},
		{"Greek with an accent", "\u0388va", "eva"},
		{"soft hyphen, zero width and joiners", "p\u00ade\u200br\u2060\u200de\ufeffz", "perez"},
		{"variation selector", "p\ufe0ferez", "perez"},
		{"Windows-1252", "P\xc9REZ mu\xf1oz \x8aime", "perezmunozsime"},
		{"stroke", "Łødź", "lodz"},
		{"masks are none", "a\xfe\xffb", "ab"},
		{"another script", "Жо", "жo"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, string(appendFolded(nil, []byte(tc.in), 99)))
		})
	}
}
