// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"sync/atomic"
)

const (
	blockSize = 4096 // bytes, the last of which are the checksum
	// blockData is how many bytes of a block are used: a multiple of the length
	// of every entry, so that none goes over the edge of a block.
	blockData = 4080
)

// blocks is a file that is read and checked block by block, when it is needed.
// It is not mapped into memory: a file that somebody cuts would then end the
// process. It is safe for concurrent use.
type blocks struct {
	file *os.File
	list []atomic.Pointer[[blockSize]byte]
	bad  atomic.Bool // a block was not what was written: no answer since then counts
}

// newBlockList is the list for that many blocks, none of which was read.
func newBlockList(n int) []atomic.Pointer[[blockSize]byte] {
	return make([]atomic.Pointer[[blockSize]byte], n)
}

// get returns the data of a block. If the block is bad, it is zeros.
func (b *blocks) get(i int) []byte {
	if i < 0 || i >= len(b.list) {
		b.bad.Store(true)
		return make([]byte, blockData)
	}
	block := b.list[i].Load()
	if block == nil {
		block = new([blockSize]byte)
		if _, err := b.file.ReadAt(block[:], int64(i)*blockSize); err != nil || !intact(block[:], i) {
			b.bad.Store(true)
			return make([]byte, blockData)
		}
		b.list[i].Store(block)
	}
	return block[:blockData]
}

// intact says whether a block is what was written in its place.
func intact(block []byte, i int) bool {
	return binary.LittleEndian.Uint32(block[blockSize-checkLen:]) == blockCheck(block, i)
}

// seal writes the checksum into a block.
func seal(block []byte, i int) {
	binary.LittleEndian.PutUint32(block[blockSize-checkLen:], blockCheck(block, i))
}

// blockCheck is the checksum of a block. Its place counts.
func blockCheck(block []byte, i int) uint32 {
	return crc32.Update(uint32(i), crc32.IEEETable, block[:blockSize-checkLen])
}

// section is a part of a file in blocks: entries of one length, from the start of
// a block on.
type section struct {
	blocks *blocks
	first  int // block
	width  int // bytes of an entry
	count  int // entries
}

// entry returns an entry, or zeros if there is none.
func (s *section) entry(i int) []byte {
	per := blockData / s.width
	at := i % per * s.width
	if i < 0 || i >= s.count {
		s.blocks.bad.Store(true)
		return make([]byte, s.width)
	}
	return s.blocks.get(s.first + i/per)[at : at+s.width]
}

// bytes returns that many bytes of a section whose entries are bytes.
func (s *section) bytes(at uint64, n int) []byte {
	if n < 0 || at > uint64(s.count) || n > s.count-int(at) {
		s.blocks.bad.Store(true)
		return nil
	}
	i, from := s.first+int(at)/blockData, int(at)%blockData
	if from+n <= blockData {
		return s.blocks.get(i)[from : from+n]
	}
	all := make([]byte, 0, n)
	for len(all) < n {
		data := s.blocks.get(i)[from:]
		all = append(all, data[:min(len(data), n-len(all))]...)
		i, from = i+1, 0
	}
	return all
}

// blocksOf is how many blocks a section takes.
func blocksOf(width, count int) int {
	per := blockData / width
	return (count + per - 1) / per
}
