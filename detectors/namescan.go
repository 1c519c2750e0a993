// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// namePass looks for the entries of an index in a text.
type namePass struct {
	index      *index
	text       []byte
	hits       nameHits
	words      []nameWord // reused
	here, next classBlock // what is looked at, and what follows it
	odd        [2]uint64  // of both, what is not looked at quickly
}

// nameClass is one thing that a byte may be.
type nameClass int

const (
	classLetters  nameClass = iota
	classCapitals           // of the letters
	classNumerals
	classHigh    // beyond ASCII
	classEscapes // '[' and '\': an escape sequence may begin
)

var nameTable = makeTable(func(c byte) [classes]bool {
	return [classes]bool{isLetter(c), isLetter(c) && !isLower(c), isDigit(c), c >= utf8.RuneSelf, c == '[' || c == '\\'}
})

// carried is what a block must know of the one before.
type carried struct {
	letters, capitals, digits, high uint64 // the last bit, as the first
	starts                          uint64 // after an escape sequence that reaches into this block
}

// scan goes from word to word. Where a word may begin is read off the classes of 64
// bytes at a time: after what is no letter, where the case changes, after an escape
// sequence. What is not ASCII is read one by one.
func (p *namePass) scan() {
	var before carried
	p.next.classifyAt(p.text, 0, &nameTable)
	for base := 0; base < len(p.text); base += blockWidth {
		p.here, p.odd[0] = p.next, oddOf(&p.next, before.letters)
		p.next.classifyAt(p.text, base+blockWidth, &nameTable)
		p.odd[1] = oddOf(&p.next, p.carry().letters)
		starts := p.starts(before)
		high := p.here[classHigh] &^ (p.here[classHigh]<<1 | before.high)
		before = p.carry()
		for escapes := p.here[classEscapes]; escapes != 0; escapes &= escapes - 1 {
			switch at := p.escapeFrom(base+bits.TrailingZeros64(escapes)) - base; {
			case at < 0:
			case at < blockWidth:
				starts |= 1 << at
			default:
				before.starts |= 1 << (at - blockWidth)
			}
		}
		p.words64(base, starts, high)
	}
}

// words64 looks at the words of a block that begin at starts, and at what begins at high
// beyond ASCII.
func (p *namePass) words64(base int, starts, high uint64) {
	letters, nextLetters, odd, nextOdd := p.here[classLetters], p.next[classLetters], p.odd[0], p.odd[1]
	filter := p.index.prefixes
	for all := starts | high; all != 0; all &= all - 1 {
		at := uint(bits.TrailingZeros64(all))
		i := base + int(at)
		n := uint(bits.TrailingZeros64(^funnel(letters, nextLetters, at) | 1<<look))
		if funnel(odd, nextOdd, at)&(2<<(n%blockWidth)-1) == 0 {
			if filter.has(firstBytes(p.text, i) & firstLetters[n%stride]) {
				p.word(i)
			}
		} else if p.here[classHigh]>>at&1 != 0 {
			p.beyondASCII(i, starts>>at&1 != 0)
		} else if p.mayBegin(at, i) {
			p.word(i)
		}
	}
}

// oddOf returns what makes a word odd at its beginning, within or right behind: digits,
// what is not ASCII, and a capital behind a letter.
func oddOf(c *classBlock, letterBefore uint64) uint64 {
	return c[classNumerals] | c[classHigh] | c[classCapitals]&(c[classLetters]<<1|letterBefore)
}

// starts says where a word of ASCII letters or digits may begin. After what is not
// ASCII none does: that is read one by one, with the letter after it.
func (p *namePass) starts(before carried) uint64 {
	c := &p.here
	high := c[classHigh]<<1 | before.high
	letters := c[classLetters]<<1 | before.letters
	capitals := c[classCapitals]<<1 | before.capitals
	digits := c[classNumerals]<<1 | before.digits
	smallNext := p.ahead(classLetters, 1) &^ p.ahead(classCapitals, 1)
	return c[classLetters]&^letters&^high | c[classNumerals]&^digits |
		c[classCapitals]&letters&^capitals | c[classCapitals]&capitals&(smallNext|p.ahead(classHigh, 1)) | before.starts
}

func (p *namePass) carry() carried {
	const last = blockWidth - 1
	c := &p.here
	return carried{c[classLetters] >> last, c[classCapitals] >> last, c[classNumerals] >> last, c[classHigh] >> last, 0}
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
	if letter && smallLatin(p.text, i) != 0 && i+2 < len(p.text) && p.text[i+2] < utf8.RuneSelf && (!isLetter(p.text[i+2]) || isLower(p.text[i+2])) {
		return // as nearly all: within a word of small letters
	}
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
