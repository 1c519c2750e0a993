// SPDX-License-Identifier: Apache-2.0

package detectors

// byteClass is one thing that a byte may be. A byte may be several.
type byteClass int

const (
	classDigits       byteClass = iota
	classSextets                // a digit of base64
	classGroups                 // what may stand between two groups of digits
	classSigns                  // where a disguise may begin, a token, an address, or bytes in hexadecimal; and NUL
	classBackslashes            // a backslash
	classPlainEscapes           // what makes no disguise after a backslash: n, t, r and "
	classLatinLeads             // the first byte of the accented letters of western languages
	classContinues              // not the first byte of a character beyond ASCII
)

// classes is how many classes a table may have.
const classes = 8

// classTable holds in the top bit of the n-th byte whether a byte is of class n.
type classTable [1 << 8]uint64

var byteTable = makeTable(func(c byte) [classes]bool {
	return [classes]bool{
		isDigit(c), isSextet(c), isGroupByte(c), isNoted(c), c == '\\',
		c == 'n' || c == 't' || c == 'r' || c == '"', c == 0xC3, isContinuation(c),
	}
})

func isNoted(c byte) bool { return isTrigger(c) || c == '[' || c == ':' || c == '@' || c == 0 }

func makeTable(classesOf func(c byte) [classes]bool) (table classTable) {
	for i := range table {
		for class, holds := range classesOf(byte(i)) {
			if holds {
				table[i] |= 0x80 << (8 * class)
			}
		}
	}
	return table
}

// blockWidth is how many bytes are looked at together, one bit each.
const blockWidth = 64

// classBlock says of the bytes of a block which are of each class, the first byte in
// the lowest bit.
type classBlock [classes]uint64

// classify looks at a block. Eight bytes go into one number, a byte for each class
// and a bit for each of them; eight such numbers are then turned round.
func (b *classBlock) classify(block *[blockWidth]byte, t *classTable) {
	for i := range b {
		b[i] = t.column((*[stride]byte)(block[stride*i:]))
	}
	b.turn()
}

// column returns a byte for each class, with a bit for each of eight bytes.
func (t *classTable) column(eight *[stride]byte) uint64 {
	return t[eight[0]]>>7 | t[eight[1]]>>6 | t[eight[2]]>>5 | t[eight[3]]>>4 | t[eight[4]]>>3 | t[eight[5]]>>2 | t[eight[6]]>>1 | t[eight[7]]
}

// turn makes rows of eight bytes from columns: the corners change places, of squares
// of four bytes, then of two, then of one. Written out, it stays in registers.
func (b *classBlock) turn() {
	const fours, twos, ones = 0x00000000FFFFFFFF, 0x0000FFFF0000FFFF, 0x00FF00FF00FF00FF
	a0, a4 := b[0]&fours|b[4]<<32, b[0]>>32|b[4]&^fours
	a1, a5 := b[1]&fours|b[5]<<32, b[1]>>32|b[5]&^fours
	a2, a6 := b[2]&fours|b[6]<<32, b[2]>>32|b[6]&^fours
	a3, a7 := b[3]&fours|b[7]<<32, b[3]>>32|b[7]&^fours
	a0, a2 = a0&twos|a2&twos<<16, a0>>16&twos|a2&^twos
	a1, a3 = a1&twos|a3&twos<<16, a1>>16&twos|a3&^twos
	a4, a6 = a4&twos|a6&twos<<16, a4>>16&twos|a6&^twos
	a5, a7 = a5&twos|a7&twos<<16, a5>>16&twos|a7&^twos
	b[0], b[1] = a0&ones|a1&ones<<8, a0>>8&ones|a1&^ones
	b[2], b[3] = a2&ones|a3&ones<<8, a2>>8&ones|a3&^ones
	b[4], b[5] = a4&ones|a5&ones<<8, a4>>8&ones|a5&^ones
	b[6], b[7] = a6&ones|a7&ones<<8, a6>>8&ones|a7&^ones
}

// classifyAt looks at the block of a text at i; nothing is of any class beyond its end.
func (b *classBlock) classifyAt(text []byte, i int, t *classTable) {
	switch left := len(text) - i; {
	case left >= blockWidth:
		b.classify((*[blockWidth]byte)(text[i:]), t)
	case left > 0:
		b.classifyEnd(text[i:], t)
	default:
		*b = classBlock{}
	}
}

// classifyEnd looks at less than a block.
func (b *classBlock) classifyEnd(text []byte, t *classTable) {
	*b = classBlock{}
	for i := 0; i < len(text); i += stride {
		eight := [stride]byte{'\n', '\n', '\n', '\n', '\n', '\n', '\n', '\n'} // of no class
		copy(eight[:], text[i:])
		b[i/stride] = t.column(&eight)
	}
	b.turn()
}

// funnel returns 64 bits of two numbers, from the given one on.
func funnel(low, high uint64, at uint) uint64 {
	return low>>(at%blockWidth) | high<<1<<((blockWidth-1-at)%blockWidth)
}
