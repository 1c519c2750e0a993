// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"sync/atomic"
)

// blocks checks the blocks of an opened index, each once.
type blocks struct {
	sums []byte
	seen []atomic.Uint64 // a bit for each block that was found sound
}

func newBlocks(sums []byte, n int) *blocks {
	return &blocks{sums, make([]atomic.Uint64, (n+63)/64)}
}

// sound says whether the blocks that hold a range of the body are as they were
// written.
func (b *blocks) sound(body []byte, from, to int) bool {
	for block := from / blockSize; block*blockSize < to; block++ {
		seen, bit := &b.seen[block/64], uint64(1)<<(block%64)
		if seen.Load()&bit != 0 {
			continue
		}
		data := body[block*blockSize : min(len(body), (block+1)*blockSize)]
		if checksum(data) != binary.LittleEndian.Uint32(b.sums[sumSize*block:]) {
			return false
		}
		seen.Or(bit)
	}
	return true
}
