// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"testing"
	"unicode"
	"unicode/utf8"

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
	for r := rune(0); r <= 0x17F; r++ {
		f, width := foldAt([]byte(string(r)), 0)
		require.Equal(t, unicode.IsLetter(r), width > 0, "%U", r)
		if width > 0 {
			require.Equal(t, unicode.IsUpper(r), f.upper, "%U", r)
		}
	}
}
