// SPDX-License-Identifier: Apache-2.0

package shellword

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a shell makes of a quoted word is the word.
func TestQuote(t *testing.T) {
	for _, word := range []string{"", "a", "/x/y-z_1.txt", "a b", "a'b", "'", "$HOME", "a;b", "*", "a\nb", "ñ", "~", "k=v,w@x:y+z", "\\"} {
		out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		require.NoError(t, err)
		require.Equal(t, word, string(out))
	}
	require.Equal(t, "/x/y-z_1.txt", Quote("/x/y-z_1.txt"))
	require.Equal(t, `'a b'`, Quote("a b"))
}
