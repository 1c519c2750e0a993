// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"math/bits"
	"slices"
)

// survey is what one look at a text shows: where something may begin that is worth
// reading. It never leaves anything out that the rules would find, and dismisses by
// a few bits what stands everywhere.
type survey struct {
	numbers   []int    // where a number begins that may be a value
	stretches []span   // of at least minRun digits of base64
	triggers  triggers // where a disguise may begin
	brackets  []int    // where a token may begin: with a capital behind
	ats       []int    // of the "@"
	pairs     []int    // of the colons behind the first of two bytes in hexadecimal
	keys      []int    // where the label of a block begins, as private keys have it
	binary    bool     // there is a NUL
}

// triggers has a bit for each byte of a text.
type triggers []uint64

// next returns the first place at or after i, or limit.
func (t triggers) next(i, limit int) int {
	if i >= limit {
		return limit
	}
	k := i / blockWidth
	w := t[k] &^ (1<<(i%blockWidth) - 1)
	for w == 0 {
		if k++; k*blockWidth >= limit {
			return limit
		}
		w = t[k]
	}
	return min(k*blockWidth+bits.TrailingZeros64(w), limit)
}

// surveyor looks at one block after another, each with the one after it in sight.
type surveyor struct {
	*survey
	text               []byte
	base               int         // of the block
	before, here, next *classBlock // the block, and its neighbours
	skip               int         // what stands before is no disguise
}

// reset forgets the text before, and keeps the memory. Field by field, it writes lengths
// only.
func (s *survey) reset() {
	s.numbers, s.stretches, s.triggers, s.binary = s.numbers[:0], s.stretches[:0], s.triggers[:0], false
	s.brackets, s.ats, s.pairs, s.keys = s.brackets[:0], s.ats[:0], s.pairs[:0], s.keys[:0]
}

// read looks at a text.
func (s *survey) read(text []byte) {
	s.reset()
	var blocks [3]classBlock
	v := surveyor{survey: s, text: text, before: &blocks[0], here: &blocks[1], next: &blocks[2]}
	v.next.classifyAt(text, 0, &byteTable)
	for v.base = 0; v.base < len(text); v.base += blockWidth {
		v.before, v.here, v.next = v.here, v.next, v.before
		v.next.classifyAt(text, v.base+blockWidth, &byteTable)
		v.addSigns()
		v.addNumbers()
		v.addStretches()
		v.addKeys()
	}
}

// shifted returns the bits of a class n places on.
func (v *surveyor) shifted(c byteClass, n uint) uint64 {
	return v.here[c]<<n | v.before[c]>>(blockWidth-n)
}

// ahead returns the bits of a class n places before.
func (v *surveyor) ahead(c byteClass, n uint) uint64 {
	return v.here[c]>>n | v.next[c]<<(blockWidth-n)
}

// addSigns adds the places of signs that something may begin with.
func (v *surveyor) addSigns() {
	plain := v.here[classBackslashes] & v.ahead(classPlainEscapes, 1)
	latin := v.here[classLatinLeads]&v.ahead(classContinues, 1) | v.shifted(classLatinLeads, 1)&v.here[classContinues]
	var found uint64
	for left := v.here[classSigns] &^ plain &^ latin; left != 0; left &= left - 1 {
		bit := bits.TrailingZeros64(left)
		i := v.base + bit
		switch v.text[i] {
		case 0:
			v.binary = true
		case '@':
			v.ats = append(v.ats, i)
		case '[':
			if i+1 < len(v.text) && v.text[i+1]-'A' <= 'Z'-'A' {
				v.brackets = append(v.brackets, i)
			}
		case ':':
			if i+3 < len(v.text) && v.text[i+3] == ':' {
				v.pairs = append(v.pairs, i)
			}
		default:
			if i < v.skip {
				continue
			}
			if n := harmless(v.text, i); n > 0 {
				v.skip = i + n
			} else {
				found |= 1 << bit
			}
		}
	}
	v.triggers = append(v.triggers, found)
}

// manyDigits is what a digit must be among, in digits and signs between groups, so
// that a number of leastDigits may begin there.
const manyDigits = leastDigits + (leastDigits-1)*widestGap

// addNumbers adds the places where a run of digits begins that has enough digits in
// sight, or a letter beside it as a registration number and an IBAN have. A digit with
// neither a digit nor a separator behind it begins no value.
func (v *surveyor) addNumbers() {
	digits := v.here[classDigits]
	starts := digits &^ v.shifted(classDigits, 1) & (v.ahead(classDigits, 1) | v.ahead(classGroups, 1))
	if starts == 0 {
		return
	}
	letters := v.shifted(classSextets, 1) & v.shifted(classSextets, 2) &^ v.shifted(classDigits, 1)
	for ; starts != 0; starts &= starts - 1 {
		at := uint(bits.TrailingZeros64(starts))
		near := funnel(digits, v.next[classDigits], at)
		run := bits.TrailingZeros64(^near)
		within := bits.TrailingZeros64(^(near | funnel(v.here[classGroups], v.next[classGroups], at)))
		among := near & (1<<min(within, manyDigits) - 1)
		i := v.base + int(at)
		if bits.OnesCount64(among) >= leastDigits || run == plateDigits || run == plateDigits+1 ||
			run > 1 && letters>>at&1 != 0 && ibanLength(v.text[i-2], v.text[i-1]) > 0 {
			v.numbers = appendStart(v.numbers, v.text, i)
		}
	}
}

// addStretches adds the stretches that begin in the block.
func (v *surveyor) addStretches() {
	low, high := v.here[classSextets], v.next[classSextets]
	low, high = low&funnel(low, high, 1), high&(high>>1) // two in a row, then four, eight and all
	low, high = low&funnel(low, high, 2), high&(high>>2)
	low, high = low&funnel(low, high, 4), high&(high>>4)
	low &= funnel(low, high, minRun-8)
	for starts := low &^ v.shifted(classSextets, 1); starts != 0; starts &= starts - 1 {
		at := bits.TrailingZeros64(starts)
		start := v.base + at
		end := start + bits.TrailingZeros64(^funnel(v.here[classSextets], v.next[classSextets], uint(at)))
		if end == start+blockWidth {
			end = sextetsEnd(v.text, end)
		}
		v.stretches = append(v.stretches, span{start, end})
	}
}

// addKeys adds the places where "-----BEGIN " stands whose hyphens begin in the block.
func (v *surveyor) addKeys() {
	const c = classGroups
	five := v.here[c] & v.ahead(c, 1) & v.ahead(c, 2) & v.ahead(c, 3) & v.ahead(c, 4)
	for ends := five &^ (five >> 1); ends != 0; ends &= ends - 1 {
		if i := v.base + bits.TrailingZeros64(ends); begins(v.text[i:], keyBegin) {
			v.keys = append(v.keys, i)
		}
	}
}

// numbersIn appends the places in text where numbers begin. By now some of what was
// looked at is covered, and the view's stretches read otherwise.
func (s *survey) numbersIn(dst []int, text []byte, v *view) []int {
	rest := s.numbers
	for i := 0; v != nil && i < len(v.windows); i++ {
		w := &v.windows[i]
		before, _ := slices.BinarySearch(rest, w.coreStart)
		after, _ := slices.BinarySearch(rest, w.coreEnd)
		dst = append(dst, rest[:before]...)
		dst = appendStarts(dst, text, w.coreStart, w.coreEnd)
		rest = rest[after:]
	}
	return append(dst, rest...)
}
