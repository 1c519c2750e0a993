// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"github.com/veil-guard/veil/core"
)

// surroundings is a text in which a value is judged by what stands around it:
// what was found to the left of it is covered.
type surroundings struct {
	text    []byte
	columns columns
	lists   lists
}

// begin begins with a text.
func (s *surroundings) begin(text []byte) {
	s.text = text
	if s.columns.asked {
		s.columns = columns{}
	}
	if s.lists.asked {
		s.lists = lists{}
	}
}

// cued says whether the value that begins at i has its cue: before it, in the header
// of its column, before the list that it is in, or on the line above that names it.
func (s *surroundings) cued(i int, rule cueRule) bool {
	if cueBefore(s.text, i, rule) {
		return true
	}
	return s.columns.cued(s.text, i, rule.words) || s.lists.cued(s.text, i, rule) || namedAbove(s.text, i, rule)
}

// mayBePlain says whether [plainNumber] may read a number at i, by its first run and
// the bytes before: in nearly all places it may not.
func mayBePlain(text []byte, i int) bool {
	run := runLength(text, i)
	return run > 1 && i > 0 && (isLetter(text[i-1]) || run == 2 && followsSpain(text, i)) || mayBeDialled(text, i) || run == idDigits || run == idDigits-1
}

// mayBeDialled says whether a dialling prefix may begin at i or before.
func mayBeDialled(text []byte, i int) bool {
	if text[i] == '0' || i == 0 {
		return text[i] == '0'
	}
	switch text[i-1] {
	case '+', '=', '/':
		return true
	case ' ', '(':
		return i > 1 && text[i-2] == '+'
	}
	return false
}

// plainNumber reads the number whose first run of digits begins at i, if it is of
// a kind that needs nothing around it. The longest kinds go first. What cannot be of
// a kind by its first run and the byte before is not read for it.
func plainNumber(text []byte, i int) (core.Finding, bool) {
	run := runLength(text, i)
	if run > 1 && i > 0 && isLetter(text[i-1]) {
		if f, ok := findIBAN(text, i); ok {
			return f, true
		}
		if run >= creditorDigits && text[i-1] == 'S' {
			return creditorID(text, i)
		}
		if run == cardZoneDigits || run == foreignerZoneDigits {
			if f, ok := zoneID(text, i, run); ok {
				return f, true
			}
		}
	}
	if mayBeDialled(text, i) {
		if f, ok := internationalPhone(text, i); ok {
			return f, true
		}
	}
	if run == 2 && followsSpain(text, i) {
		return spacedIBAN(text, i)
	}
	if run != idDigits && run != idDigits-1 {
		return core.Finding{}, false
	}
	n, ok := readID(text, i)
	if !ok {
		return core.Finding{}, false
	}
	if f, ok := plainDNI(text, &n); ok {
		return f, true
	}
	return plainCIF(text, &n)
}

// contextNumber reads the number whose first run of digits begins at i, if what
// stands around it says what it is.
func contextNumber(s *surroundings, i int) (core.Finding, bool) {
	run := runLength(s.text, i)
	if i > 0 && coverNear(s.text, i) && mayBeDialled(s.text, i) {
		if f, ok := internationalPhone(s.text, i); ok {
			return f, true
		}
	}
	if f, ok := identityNumber(s, i, run); ok {
		return f, true
	}
	g := readGroups(s.text, i)
	if g.count < nationalDigits && s.text[i] != '0' && !moreDigits(s.text, g.end, nationalDigits-g.count) {
		return core.Finding{}, false
	}
	if g.count >= minCardDigits {
		if f, ok := spanishAccount(s, g); ok {
			return f, true
		}
		if f, ok := paymentCard(s, g); ok {
			return f, true
		}
	}
	return nationalPhone(s, &g)
}

// coverNear says whether something is covered right before i, with at most what a telephone
// number begins with between.
func coverNear(text []byte, i int) bool {
	const dialled = len("(+")
	for _, c := range text[max(0, i-1-dialled):i] {
		if isCover(c) {
			return true
		}
	}
	return false
}

// identityNumber is contextNumber for what a person, a firm or a vehicle is known
// by. run is the length of the first run of digits.
func identityNumber(s *surroundings, i, run int) (core.Finding, bool) {
	if run <= idDigits {
		if n, ok := readID(s.text, i); ok {
			if f, ok := contextCIF(s, &n); ok {
				return f, true
			}
			if f, ok := contextDNI(s, &n); ok {
				return f, true
			}
		}
	}
	switch run {
	case 2, nssDigits - 2, nssDigits:
		return findNSS(s, i)
	case passportDigits:
		return findPassport(s, i)
	case plateDigits:
		return findPlate(s, i)
	}
	return core.Finding{}, false
}

// longestRun is more digits than any kind has in one run.
const longestRun = maxGroupDigits + 1

// runLength returns how many digits stand at i, at most longestRun.
func runLength(text []byte, i int) int {
	return digitsEnd(text[:min(len(text), i+longestRun)], i) - i
}
