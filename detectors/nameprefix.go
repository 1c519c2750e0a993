// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// prefixLetters is how many letters of a word are looked at before the word.
const prefixLetters = 4

// namePrefix packs the first folded letters or digits of a word of an entry. It
// fails if one of them is not ASCII even when folded: such a word is never
// dismissed by its prefix.
func namePrefix(name []byte, start, end int) (prefix uint32, ok bool) {
	var buf [prefixLetters + utf8.UTFMax]byte
	folded := appendFolded(buf[:0], name[start:end], prefixLetters)
	for i, c := range folded[:min(len(folded), prefixLetters)] {
		if c >= utf8.RuneSelf {
			return 0, false
		}
		prefix |= uint32(c) << (8 * i)
	}
	return prefix, true
}

// look is how many bytes of a word are looked at: one more than is packed, where a
// case change would show.
const look = prefixLetters + 1

// mayBegin says whether an entry may begin with the word at i, the given bit of the
// block, judged by its first letters. It says yes wherever these are not simply
// ASCII letters in one case or with one capital.
func (x *index) mayBegin(c *blockClasses, at uint, text []byte, i int) bool {
	if at > blockWidth-look || i+prefixLetters > len(text) {
		tail := classesOfTail(text[i:])
		c, at = &tail, 0
	}
	if c.high>>at&(1<<look-1) != 0 {
		return true
	}
	run := c.letters
	if c.digits>>at&1 != 0 {
		run = c.digits
	}
	n := min(bits.TrailingZeros64(^(run >> at)), look)
	word := uint64(1)<<n - 1
	if capitals := c.capitals >> at & word; capitals > 1 && capitals != word {
		return true
	}
	return x.hasPrefix(firstBytes(text, i) & uint32(uint64(1)<<(8*min(n, prefixLetters))-1))
}

// firstBytes returns four bytes, letters in lower case, and zeros after the end.
func firstBytes(text []byte, i int) (w uint32) {
	if i+prefixLetters <= len(text) {
		return binary.LittleEndian.Uint32(text[i:]) | 0x20202020
	}
	for k := len(text) - 1; k >= i; k-- {
		w = w<<8 | uint32(text[k])
	}
	return w | 0x20202020
}

// classesOfTail are the classes of the first bytes, where the block ends too soon.
func classesOfTail(text []byte) (c blockClasses) {
	var first [8]byte
	copy(first[:], text)
	c.add(0, binary.LittleEndian.Uint64(first[:]))
	return c
}

// Eight bytes at a time: one bit in each, and the highest bit in each.
const (
	bytesOne  = 0x0101010101010101
	bytesHigh = 0x8080808080808080
)

// blockClasses say of each byte of a block what it is, one bit a byte.
type blockClasses struct {
	letters, capitals, digits, high uint64
	escapes                         uint64 // '[' and '\': an escape sequence may begin
}

// add puts in eight bytes, from the given bit on.
func (c *blockClasses) add(at int, w uint64) {
	high := w & bytesHigh
	low := w &^ bytesHigh
	letters := between(low|0x20*bytesOne, 'a', 'z') &^ high
	c.letters |= gather(letters) << at
	c.capitals |= gather(letters&^(w<<2)) << at // what 0x20 is not set in
	c.digits |= gather(between(low, '0', '9')&^high) << at
	c.high |= gather(high) << at
	c.escapes |= gather(between(low, '[', '\\')&^high) << at
}

// between sets the highest bit of each byte from first to last. The bytes are below
// 0x80.
func between(w, first, last uint64) uint64 {
	return ((w + (0x80-first)*bytesOne) ^ (w + (0x7F-last)*bytesOne)) & bytesHigh
}

// gather moves the highest bit of each byte together.
func gather(w uint64) uint64 { return (w >> 7) * 0x0102040810204080 >> 56 }
