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
