// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// namePass looks for the entries of an index in a text.
type namePass struct {
	index *index
	text  []byte
	hits  nameHits
	words []nameWord // reused
}

// carried is what a block must know of the one before.
type carried struct {
	letters, capitals, digits, high bool
	starts                          uint64 // after an escape sequence that reaches into this block
}

// scan goes from word to word. Where a word may begin is read off the classes of 64
// bytes at a time: after what is no letter, where the case changes, after an escape
// sequence. What is not ASCII is read one by one.
func (p *namePass) scan() {
	var before carried
	var last [blockWidth]byte
	for base := 0; base < len(p.text); base += blockWidth {
		block := p.text[base:]
		if len(block) < blockWidth {
			copy(last[:], block)
			block = last[:]
		}
		c := classesOfBlock(block)
		starts := c.starts(before)
		next := c.carry()
		for escapes := c.escapes; escapes != 0; escapes &= escapes - 1 {
			switch at := p.escapeFrom(base+bits.TrailingZeros64(escapes)) - base; {
			case at < 0:
			case at < blockWidth:
				starts |= 1 << at
			default:
				next.starts |= 1 << (at - blockWidth)
			}
		}
		high := c.high &^ (c.high<<1 | bit(before.high))
		for all := starts | high; all != 0; all &= all - 1 {
			at := bits.TrailingZeros64(all)
			if c.high>>at&1 != 0 {
				p.beyondASCII(base+at, starts>>at&1 != 0)
			} else if p.index.mayBegin(&c, uint(at), p.text, base+at) {
				p.word(base + at)
			}
		}
		before = next
	}
}

func classesOfBlock(block []byte) (c blockClasses) {
	for i := 0; i < blockWidth; i += 8 {
		c.add(i, binary.LittleEndian.Uint64(block[i:]))
	}
	return c
}

// starts says where a word of ASCII letters or digits may begin. After what is not
// ASCII none does: that is read one by one, with the letter after it.
func (c blockClasses) starts(before carried) uint64 {
	high := c.high<<1 | bit(before.high)
	letters := c.letters<<1 | bit(before.letters)
	capitals := c.capitals<<1 | bit(before.capitals)
	digits := c.digits<<1 | bit(before.digits)
	small := c.letters &^ c.capitals
	smallNext := small>>1 | 1<<(blockWidth-1) // perhaps, in the next block
	return c.letters&^letters&^high | c.digits&^digits |
		c.capitals&letters&^capitals | c.capitals&capitals&(smallNext|c.high>>1) | before.starts
}

func (c blockClasses) carry() carried {
	const last = blockWidth - 1
	return carried{c.letters>>last != 0, c.capitals>>last != 0, c.digits>>last != 0, c.high>>last != 0, 0}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// escapeFrom returns where a word begins after the escape sequence that the
// character at i may begin, or -1.
func (p *namePass) escapeFrom(i int) int {
	width := 0
	if p.text[i] == '\\' {
		width = escapeWidth(p.text[i+1:])
	} else if hasESC(p.text[:i]) {
		width = terminalWidth(p.text[i+1:])
	}
	if at := i + 1 + width; width > 0 && at < len(p.text) && (isLetter(p.text[at]) || p.text[at] >= utf8.RuneSelf) {
		return at
	}
	return -1
}

// beyondASCII looks at the words that begin within the characters beyond ASCII at i,
// and right after them.
func (p *namePass) beyondASCII(i int, starts bool) {
	letter := i > 0 && isLetter(p.text[i-1]) && !starts
	for i < len(p.text) && p.text[i] >= utf8.RuneSelf {
		r, width := decodeRune(p.text, i)
		switch {
		case !unicode.IsLetter(r):
			letter = letter && isAccent(r)
		case !letter || unicode.IsUpper(r):
			p.word(i)
			letter = true
		}
		i += width
	}
	if i < len(p.text) && isLetter(p.text[i]) && (!letter || !isLower(p.text[i])) {
		p.word(i)
	}
}

// isAccent says whether a character that is no letter belongs to the letter before.
func isAccent(r rune) bool { return unicode.Is(unicode.Mn, r) && !isHidden(r) }
