// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is dismissed at a glance must be what a closer look dismisses.

func TestNoStretchThatBeginsAsTextIsDismissed(t *testing.T) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
	kept := 0
	for _, rest := range []string{"FhIGNhcnRh", "WFyw7FhIGE", "4313233343536373839", "61206361727461207375"} {
		for _, a := range digits {
			for _, b := range digits {
				stretch := []byte(string(a) + string(b) + rest)
				if beginsAsText(stretch) {
					kept++
					require.NotZero(t, mayBeginText[sextets[stretch[0]]]>>sextets[stretch[1]]&1, "%q", stretch)
				}
			}
		}
	}
	require.Greater(t, kept, 1_000)
}

func TestNoValueUnderAHeaderIsDismissed(t *testing.T) {
	heads := []string{"dni;nombre;tel\n", "dni\tnombre\ttel\n", "dni,nombre,tel\n", "| dni | tel |\n|---|---|\n", "dni │ tel\n", "dni\n", "| dni |\n", "id;dni\n1;x\n\n", "<table><tr><th>id<th>dni<tr><td>", "<tr><td>dni</td><tr>", "INSERT INTO c (dni, tel) VALUES (", "insert into c (dni, tel) values "}
	var texts []string
	for _, text := range surveyedTexts(t) {
		for _, head := range heads {
			texts = append(texts, head+text, head+strings.NewReplacer("a", ",", "x", "'", "|", "\t", "&", ";", "=", "|", "%", "│").Replace(text))
		}
	}
	headed := 0
	for _, text := range texts {
		b := []byte(text)
		var quick, whole columns
		for i := range b {
			if !isDigit(b[i]) || i > 0 && isDigit(b[i-1]) {
				continue
			}
			want := whole.headed(b, i, dniLabels)
			if want {
				headed++
			}
			require.Equal(t, want, quick.cued(b, i, dniLabels), "the number at %d of %q", i, text)
		}
	}
	require.Greater(t, headed, 1_000)
}

func TestASmallLetterOfTheWestFoldsLikeAnyOther(t *testing.T) {
	letters := 0
	for r := rune(0); r < 0x3000; r++ {
		text := []byte(string(r) + "a")
		got := smallLatin(text, 0)
		if got == 0 {
			continue
		}
		letters++
		want, width := foldAt(text, 0)
		require.Equal(t, foldedRune{folded: rune(got)}, want, "%U", r)
		require.Equal(t, 2, width, "%U", r)
	}
	require.Equal(t, 28, letters)
	require.Zero(t, smallLatin([]byte{0xC3}, 0))
}

func TestEveryCountryHasItsLength(t *testing.T) {
	want := map[string]int{}
	for i := 0; i < len(ibanLengths); i += 4 {
		want[ibanLengths[i:i+2]] = int(ibanLengths[i+2]-'0')*10 + int(ibanLengths[i+3]-'0')
	}
	for a := byte('A'); a <= 'Z'; a++ {
		for b := byte('A'); b <= 'Z'; b++ {
			assert.Equal(t, want[string([]byte{a, b})], ibanLength(a, b), "%c%c", a, b)
			assert.Equal(t, ibanLength(a, b), ibanLength(a|0x20, b|0x20), "%c%c", a, b)
		}
	}
}
