// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/detectors/kit"
)

// surveyedTexts are the texts of the kit, and random ones made of what the survey
// looks at, long enough for several blocks.
func surveyedTexts(t *testing.T) []string {
	t.Helper()
	cases, err := kit.Cases()
	require.NoError(t, err)
	var texts []string
	for _, c := range cases {
		texts = append(texts, c.Text)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	pieces := strings.Split("1|23|1234|12345|123456|12345678Z|.|-| |  |/|(|)|a|ES|ABCDEFGHIJKL|abcdefghijklm|x|\\|\\\\|\\n|\\\"|\\u0031|\\x31|%|%31|=|=31|==|&|&&|&amp;|&#49;|"+
		"\u00e1|\u00c3|\xc3|\xe1|\u200b|\u2013|\uff11|\u0433|\u00aa|\u00b2|\U0001d7d8|\x1b[31m|;|[|[A|@|\xc2|\n|+|_|\xff|\xfe|---|-----BEGIN |BEGIN |\x00", "|")
	for range 3_000 {
		var b strings.Builder
		for range rng.IntN(120) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		texts = append(texts, b.String())
	}
	return texts
}

func TestTheSurveyLeavesNothingOut(t *testing.T) {
	var s survey
	for _, text := range surveyedTexts(t) {
		b := []byte(text)
		s.read(b)
		require.Equal(t, appendStretches([]span{}, b), append([]span{}, s.stretches...), "stretches of %q", text)
		require.Equal(t, strings.Contains(text, "\x00"), s.binary, "NUL in %q", text)
		var numbers []int
		for i := range b {
			if isDigit(b[i]) && (i == 0 || !isDigit(b[i-1])) {
				numbers = appendStart(numbers, b, i)
			}
		}
		for _, i := range numbers {
			require.Contains(t, s.numbers, i, "number at %d in %q", i, text)
		}
		for i := range b {
			if b[i] == '@' {
				require.Contains(t, s.ats, i, "address at %d in %q", i, text)
			}
			if b[i] == '[' && i+1 < len(b) && isCapital(b[i+1]) {
				require.Contains(t, s.brackets, i, "token at %d in %q", i, text)
			}
			if begins(b[i:], "-----BEGIN ") {
				require.Contains(t, s.keys, i, "label at %d in %q", i, text)
			}
			next, _ := new(speller).next(b, i)
			require.LessOrEqual(t, s.triggers.next(i, len(b)), next, "disguise after %d: %q", i, text[max(0, i-4):min(len(text), i+12)])
		}
	}
}
