// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryByteOfABlockIsOfItsClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var block [blockWidth]byte
		for i := range block {
			block[i] = byte(rng.Uint32())
		}
		var got classBlock
		got.classify(&block, &byteTable)
		for i, c := range block {
			want := [classes]bool{
				isDigit(c), isSextet(c), isGroupByte(c), isTrigger(c) || c == '[' || c == ':' || c == '@' || c == 0, c == '\\',
				c == 'n' || c == 't' || c == 'r' || c == '"', c == 0xC3, isContinuation(c),
			}
			for class := range want {
				require.Equal(t, want[class], got[class]>>i&1 != 0, "byte %#x at %d, class %d", c, i, class)
			}
		}
	}
}
