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

// phoneShape is text that reads like a telephone number.
type phoneShape struct {
	start, end int
	value      string // E.164
	usual      bool   // grouped as people group it, within the number plan
}

func (p *phoneShape) finding(c core.Confidence) core.Finding {
	return core.Finding{
		Kind: core.Tel, Start: p.start, End: p.end, Value: p.value, Confidence: c, Basis: core.ByContext,
	}
}

// nationalPhone reads a telephone number without "+" whose digits begin the
// groups: a Spanish one in a usual grouping with no number beside it, which is no
// amount; else one with a phone word before it.
func nationalPhone(s *surroundings, g *digitGroups) (core.Finding, bool) {
	p, ok := readNational(s.text, *g)
	if !ok {
		p, ok = readAreaCode(s.text, *g)
	}
	if ok && p.usual && standsAlone(s.text, p.start, p.end) && !isAmount(s, &p) {
		return p.finding(core.Certain), true
	}
	if !ok {
		p, ok = dialledAbroad(s.text, g.start)
	}
	if !ok || !phoneWordBefore(s, p.start) && !phoneWordBehind(s.text, p.end) || isMeasured(s.text, p.end) {
		return core.Finding{}, false
	}
	return p.finding(core.Likely), true
}

// weekOfMilliseconds stands in source, where tf, cel and the like are variables.
const weekOfMilliseconds = "604800000"

// readNational reads nine digits, or eleven with 34 before them, in any grouping.
func readNational(text []byte, g digitGroups) (phoneShape, bool) {
	const long = nationalDigits + len("34")
	if !g.cut(nationalDigits) && !g.cut(long) || !isPhoneBoundary(text, g.start, g.end) {
		return phoneShape{}, false
	}
	digits := g.digits[:g.count]
	if g.count == long {
		digits = bytes.TrimPrefix(digits, []byte("34"))
	}
	if len(digits) != nationalDigits || digits[0] < '6' || string(digits) == weekOfMilliseconds {
		return phoneShape{}, false
	}
	usual := g.count == nationalDigits && usualGrouping(text, &g) && inNumberPlan(digits)
	var value [len("+34") + nationalDigits]byte
	copy(value[copy(value[:], "+34"):], digits)
	return phoneShape{g.start, g.end, string(value[:]), usual}, true
}

// isPhoneBoundary says whether neither a letter nor a digit stands beside a number,
// but for a whole phone word before it and an extension behind it. What "+" is
// before is another country's, but for the sign that a diff adds a line with.
func isPhoneBoundary(text []byte, start, end int) bool {
	if letterEndsAt(text, start) && !gluedCue(text, start, phoneCue()) || start > 0 && text[start-1] == '+' && !isDiffMark(text, start-1) {
		return false
	}
	return !letterBeginsAt(text, end) || len(text) >= end+3 && bytes.EqualFold(text[end:end+3], []byte("ext"))
}

// usualGrouping says whether people write a number so: 612 345 678,
// 612 34 56 78, and for land lines 91 234 56 78. A further hyphen beside hyphens
// belongs to a longer code.
func usualGrouping(text []byte, g *digitGroups) bool {
	if g.mixed || g.sep == '.' {
		return false
	}
	if g.sep == '-' && (g.start > 0 && text[g.start-1] == '-' || hyphenAt(text, g.end) > 0) {
		return false
	}
	return g.shaped(3, 3, 3) || g.shaped(3, 2, 2, 2) || g.shaped(2, 3, 2, 2) && g.digits[0] >= '8'
}

// inNumberPlan says whether such a number may have been given out (CNMC; the
// ranges are those of libphonenumber's metadata for Spain): mobiles 6 and 71 to 74
// and 78, personal numbers 70, land lines by province, 800, 900 and what is paid.
func inNumberPlan(d []byte) bool {
	second, third := d[1], d[2]
	switch {
	case d[0] == '6':
		return true
	case d[0] == '7':
		return second <= '4' || second == '8'
	case second == '0':
		return third <= '2' || d[0] == '8' && (third == '3' || third == '6' || third == '7')
	case second == '4' || second == '7':
		return third != '0'
	case second == '2' || second == '8' || second == '6' && d[0] == '9':
		return third != '9'
	}
	return second != '9'
}

// phoneWordBefore says whether a phone word stands before i on the line, and
// that i does not continue another number. What is covered is a whole number.
func phoneWordBefore(s *surroundings, i int) bool {
	sep, number := numberBefore(s.text, i)
	if number && isDigit(s.text[i-2]) && (sep == '.' || sep == '-' || sep == ':') {
		return false
	}
	return s.cued(i, phoneCue()) || phoneSignBefore(s.text[:i]) || prefixBefore(s.text[:i])
}
