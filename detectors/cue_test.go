// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Unicode counts the filler of Hangul among the letters. A search for words that begin
// with letters must go on over it.
func TestAFillerBeforeANumberIsPassed(t *testing.T) {
	for _, filler := range []string{"\u3164", "\u3164\u3164", "e\u3164", "\u3164e"} {
		text := "tel " + filler + "56\t612345678"
		done := make(chan string, 1)
		go func() {
			_, err := ParseCatalogue([]byte(filler + " 2 Obras\n"))
			assert.NoError(t, err, "%q", filler)
			done <- strings.Join(texts(kitSet(t), text), "|")
		}()
		select {
		case got := <-done:
			assert.Equal(t, "612345678", got, "%q", filler)
		case <-time.After(time.Minute):
			require.FailNow(t, "the search does not end", "%q", filler)
		}
	}
}

// A cue is a whole word: what the reach of a rule cuts off is no word of its own, with
// letters beyond ASCII in it too. After an escape sequence a word begins anew.
func TestWhatTheReachCutsIsNoWord(t *testing.T) {
	for _, x := range []struct{ before, cut, rest string }{
		{"", "", "total 612"},
		{"sub", "total", " 612"},
		{"a", "ñototal", " 612"},
		{"a", "Ñototal", " 612"},
		{"añ", "ototal", " 612"},
		{"a", "ßtotal", " 612"},
		{"a", "bc9total", " 612"},
		{"a ", "", "total 612"},
		{`a\n`, "", "total 612"},
		{`a\u00`, "e9", "total 612"},
		{`a\x4`, "a", "total 612"},
		{"a\x1b[0;31", "m", "total 612"},
		{"a", "b", `\ttotal 612`},
	} {
		text := []byte(x.before + x.cut + x.rest)
		assert.Equal(t, len(x.before)+len(x.cut), wholeWord(text, len(x.before), len(text)-len("612")), "%q", text)
	}
}
