// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// prefixLetters is how many letters of a word are looked at before the word.
const prefixLetters = 5

// namePrefix packs the first folded letters or digits of a word of an entry. It
// fails if one of them is not ASCII even when folded: such a word is never
// dismissed by its prefix.
func namePrefix(name []byte, start, end int) (prefix uint64, ok bool) {
	var buf [prefixLetters + utf8.UTFMax]byte
	folded := appendFolded(buf[:0], name[start:end], prefixLetters)
	for i, c := range folded[:min(len(folded), prefixLetters)] {
		if c >= utf8.RuneSelf {
			return 0, false
		}
		prefix |= uint64(c) << (8 * i)
	}
	return prefix, true
}

// look is how many bytes of a word are looked at: one more than is packed, where a
// case change would show.
const look = prefixLetters + 1

// mayBegin says whether an entry may begin with the word at i, the given bit of the
// block, judged by its first letters.
func (p *namePass) mayBegin(at uint, i int) bool {
	run := p.ahead(classLetters, at)
	if p.here[classNumerals]>>at&1 != 0 {
		run = p.ahead(classNumerals, at)
	}
	n := min(bits.TrailingZeros64(^run), look)
	if n < look && p.ahead(classHigh, at)>>n&1 != 0 {
		return p.mayBeginAccented(i)
	}
	first := firstBytes(p.text, i)
	word := uint64(1)<<n - 1
	if capitals := p.ahead(classCapitals, at) & word; capitals > 1 && capitals != word {
		if cut := caseCut(capitals, word); cut == look || p.index.hasPrefix(lettersOf(first, cut)) {
			return true
		}
	}
	return p.index.hasPrefix(lettersOf(first, n))
}

// caseCut returns how many letters of a word stand before its case changes, by the
// capitals among its first letters; look if that cannot be seen.
func caseCut(capitals, word uint64) int {
	small := word &^ capitals
	cuts := capitals&(small<<1) | capitals&(capitals<<1)&(small>>1)
	if cuts == 0 {
		return look
	}
	return bits.TrailingZeros64(cuts)
}

// mayBeginAccented is mayBegin for a word with what is not ASCII among its first
// letters. It says yes wherever these are not simply letters of western languages.
func (p *namePass) mayBeginAccented(i int) bool {
	prefix := uint64(0)
	for k := 0; k < prefixLetters && i < len(p.text); k++ {
		if c := p.text[i]; c < utf8.RuneSelf {
			if !isLetter(c) {
				break
			}
			if !isLower(c) && k > 0 {
				return true
			}
			prefix |= uint64(c|0x20) << (8 * k)
			i++
			continue
		}
		if c := smallLatin(p.text, i); c != 0 {
			prefix |= uint64(c) << (8 * k)
			i += 2
			continue
		}
		letter, width := foldAt(p.text, i)
		if width == 0 || letter.skip || letter.upper && k > 0 || letter.folded >= utf8.RuneSelf {
			return true
		}
		prefix |= uint64(letter.folded) << (8 * k)
		i += width
	}
	return p.index.hasPrefix(prefix)
}

// firstLetters has for each n the first n of eight bytes, but no more than are packed.
var firstLetters = [stride]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<40 - 1, 1<<40 - 1}

// lettersOf returns the first n of eight bytes.
func lettersOf(eight uint64, n int) uint64 { return eight & firstLetters[n%stride] }

// ahead returns the bits of a class from the given one on.
func (p *namePass) ahead(c nameClass, at uint) uint64 { return funnel(p.here[c], p.next[c], at) }

// firstBytes returns eight bytes, letters in lower case, and zeros after the end.
func firstBytes(text []byte, i int) (w uint64) {
	if i+stride <= len(text) {
		return binary.LittleEndian.Uint64(text[i:]) | everyLow<<5
	}
	for k := min(len(text), i+stride) - 1; k >= i; k-- {
		w = w<<8 | uint64(text[k])
	}
	return w | everyLow<<5
}
