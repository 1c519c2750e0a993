// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// phoneReach is how far before a number its phone word may stand, in bytes.
const phoneReach = 40

// nationalDigits is the length of a Spanish number (CNMC, Plan Nacional de
// Numeración Telefónica: nine digits that begin with 6 to 9).
const nationalDigits = 9

// nationalPhone reads a Spanish telephone number without its prefix whose digits
// begin at i: in one of the usual groupings with no number beside it, or with a
// phone word before it.
func nationalPhone(s *surroundings, i int) (core.Finding, bool) {
	text := s.text
	g, _ := readGroups(text, i)
	long := nationalDigits + 2 // with 34 before them
	if !g.cut(nationalDigits) && !g.cut(long) || wordEndsAt(text, i) || wordBeginsAt(text, g.end) || i > 0 && text[i-1] == '+' {
		return core.Finding{}, false
	}
	national := g.digits[:g.count]
	if g.count == long {
		national = bytes.TrimPrefix(national, []byte("34"))
	}
	if len(national) != nationalDigits || national[0] < '6' {
		return core.Finding{}, false
	}
	f := core.Finding{
		Kind: core.Tel, Start: i, End: g.end, Value: "+34" + string(national),
		Confidence: core.Certain, Basis: core.ByContext,
	}
	if g.count == nationalDigits && standsAlone(text, i, g.end) && usualGrouping(&g) {
		return f, true
	}
	f.Confidence = core.Likely
	return f, phoneWordBefore(s, i)
}

// internationalPhone reads a number with the prefix +34 or 0034 whose digits
// begin at i, in any grouping.
func internationalPhone(text []byte, i int) (core.Finding, bool) {
	start, at := i, i+2
	switch {
	case bytes.HasPrefix(text[i:], []byte("0034")) && !wordEndsAt(text, i):
		at = i + 4
	case bytes.HasPrefix(text[i:], []byte("34")) && i > 0 && text[i-1] == '+' && !wordEndsAt(text, i-1):
		start = i - 1
	default:
		return core.Finding{}, false
	}
	if at < len(text) && text[at] == ')' {
		at++
	}
	value := []byte("+34")
	for len(value) < 3+nationalDigits {
		if at < len(text) && !isDigit(text[at]) {
			_, width := groupSeparator(text, at)
			at += width
		}
		if at >= len(text) || !isDigit(text[at]) {
			return core.Finding{}, false
		}
		value = append(value, text[at])
		at++
	}
	if value[3] < '6' || wordBeginsAt(text, at) {
		return core.Finding{}, false
	}
	return core.Finding{
		Kind: core.Tel, Start: start, End: at, Value: string(value),
		Confidence: core.Certain, Basis: core.ByContext,
	}, true
}

// usualGrouping says whether people write a number so: 612 345 678,
// 612 34 56 78, and for land lines 91 234 56 78.
func usualGrouping(g *digitGroups) bool {
	if g.mixed || g.sep == '.' {
		return false
	}
	return g.shaped(3, 3, 3) || g.shaped(3, 2, 2, 2) || g.shaped(2, 3, 2, 2) && g.digits[0] >= '8'
}

// standsAlone says whether no number stands beside the range, and that it is
// not an array of three numbers.
func standsAlone(text []byte, start, end int) bool {
	if _, number := numberBefore(text, start); number || numberAfter(text, end) {
		return false
	}
	return start == 0 || text[start-1] != '[' || end >= len(text) || text[end] != ']'
}

// phoneWordBefore says whether a phone word stands before i on the line, and
// that i does not continue another number.
func phoneWordBefore(s *surroundings, i int) bool {
	if sep, number := numberBefore(s.text, i); number && (sep == '.' || sep == '-' || sep == ':') {
		return false
	}
	return s.cued(i, cueRule{phoneReach, true, isPhoneWord})
}
