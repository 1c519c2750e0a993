// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// phonePlan is a country's code and the least and most digits that follow it.
type phonePlan struct {
	code     string
	min, max int
}

// phonePlanAt returns the plan of the country whose code stands at i: the EU, the
// EEA, Switzerland and the United Kingdom (ITU-T E.164, list of country codes; the
// lengths are those of the national plans that the ITU publishes).
func phonePlanAt(text []byte, i int) (phonePlan, bool) {
	for _, p := range [...]phonePlan{
		{"34", nationalDigits, nationalDigits},
		{"30", 10, 10}, {"31", 9, 9}, {"32", 8, 9}, {"33", 9, 9}, {"351", 9, 9}, {"352", 6, 9}, {"353", 7, 9},
		{"354", 7, 7}, {"356", 8, 8}, {"357", 8, 8}, {"358", 6, 10}, {"359", 7, 9}, {"36", 8, 9}, {"370", 8, 8},
		{"371", 8, 8}, {"372", 7, 8}, {"385", 8, 9}, {"386", 8, 8}, {"39", 6, 11}, {"40", 9, 9}, {"41", 9, 9},
		{"420", 9, 9}, {"421", 9, 9}, {"423", 7, 9}, {"43", 7, 13}, {"44", 9, 10}, {"45", 8, 8}, {"46", 7, 9},
		{"47", 8, 8}, {"48", 9, 9}, {"49", 7, 11},
	} {
		if bytes.HasPrefix(text[i:], []byte(p.code)) {
			return p, true
		}
	}
	return phonePlan{}, false
}

// internationalPhone reads a number with a country code whose first run of digits
// begins at i: behind "+", in a link to WhatsApp, or a Spanish one behind 00.
func internationalPhone(text []byte, i int) (core.Finding, bool) {
	start, code := dialPrefix(text, i)
	if code < 0 {
		return core.Finding{}, false
	}
	p, ok := readAbroad(text, start, code)
	if !ok || isFraction(text[start:p.end]) || isPosition(text[start:p.end]) {
		return core.Finding{}, false
	}
	return p.finding(core.Certain), true
}

// isFraction says whether a number has one dot, and no more than two digits behind it:
// +35236450.6.
func isFraction(number []byte) bool {
	i := bytes.IndexByte(number, '.')
	return i >= len(number)-len(".25") && i > 0 && digitsEnd(number, 1) == i && digitsEnd(number, i+1) == len(number)
}

// isPosition says whether a number is a place on the earth, in degrees and minutes, or with
// seconds, as the data base of time zones has them (ISO 6709): +4612-05957.
func isPosition(number []byte) bool {
	i := bytes.IndexByte(number, '-')
	return (i == len("+4612") || i == len("+461200")) && len(number) == 2*i+1 && digitsEnd(number, 1) == i &&
		digitsEnd(number, i+1) == len(number)
}

// dialPrefix returns where a number begins whose first run of digits is at i, and
// where its country code does, or -1 for none.
func dialPrefix(text []byte, i int) (start, code int) {
	start, code = i, i
	switch {
	case i > 0 && text[i-1] == '+':
		start = i - 1
	case i > 1 && text[i-1] == '(' && text[i-2] == '+' && text[i] != '0':
		start = i - 2
	case i > 1 && text[i-1] == ' ' && text[i-2] == '+' && bytes.HasPrefix(text[i:], []byte("34")):
		start = i - 2
	case text[i] == '0' && bytes.HasPrefix(text[i:], []byte("0034")):
		code = i + 2
	case text[i] == '0' && bytes.HasPrefix(text[i:], []byte("00 34")):
		code = i + 3
	case i > 0 && (text[i-1] == '=' || text[i-1] == '/') && isChatLink(text[:i]):
		return start, code
	default:
		return i, -1
	}
	if letterEndsAt(text, start) && !gluedCue(text, start, phoneCue()) || isAdded(text, i) {
		return i, -1
	}
	return start, code
}

// isAdded says whether the number at i is added to something in source, in one piece:
// Date.now()+31536000000, a year of milliseconds.
func isAdded(text []byte, i int) bool {
	return i > 1 && text[i-1] == '+' && (text[i-2] == ')' || text[i-2] == ']') && runLength(text, i) >= nationalDigits
}

// isChatLink says whether a link to WhatsApp stands before a number, and is no part
// of an address or of a longer host.
func isChatLink(before []byte) bool {
	if bytes.HasSuffix(before, []byte("send?phone=")) || bytes.HasSuffix(before, []byte("send/?phone=")) {
		return true
	}
	host, found := bytes.CutSuffix(before, []byte("wa.me/"))
	return found && !letterEndsAt(host, len(host)) && (len(host) == 0 || bytes.IndexByte([]byte("@.-_+"), host[len(host)-1]) < 0)
}

// readAbroad reads the number that begins at start and whose country code is at i.
func readAbroad(text []byte, start, i int) (phoneShape, bool) {
	plan, ok := phonePlanAt(text, i)
	if !ok {
		return phoneShape{}, false
	}
	at := i + len(plan.code)
	at += trunkZero(text, at, plan.code)
	value := append(make([]byte, 0, 24), '+')
	value, end := plan.readDigits(append(value, plan.code...), text, at)
	if end == 0 || value[len(plan.code)+1] == '0' && plan.code != "39" || plan.code == "34" && value[3] < '6' {
		return phoneShape{}, false
	}
	p := phoneShape{start: start, end: end, value: string(value)}
	p.widen(text)
	return p, true
}

// trunkZero returns the width of the zero that is dialled within a country and no
// part of the number from abroad, with what stands before it: +44 (0)20, +44 020 or
// +44 (020). It is 0 if the country has none (ITU-T E.164, annex on dialling
// procedures), or if nothing divides it from the code.
func trunkZero(text []byte, i int, code string) int {
	gap := phoneGap(text, i)
	if gap == 0 || text[i+gap] != '0' {
		return 0
	}
	if bytes.HasPrefix(text[i+gap-1:], []byte("(0)")) {
		return gap + len("0)")
	}
	switch code {
	case "31", "32", "33", "353", "358", "359", "385", "386", "40", "41", "421", "43", "44", "46", "49":
		return gap + len("0")
	}
	return 0
}

// readDigits appends the digits at i to dst, up to the last group that fits, and
// returns their end, or 0 if they are too few or a letter follows.
func (p phonePlan) readDigits(dst, text []byte, i int) (value []byte, end int) {
	head := len(dst)
	fits := head
	for {
		if gap := phoneGap(text, i); gap > 0 && len(dst)-head < p.max {
			i += gap
		}
		group := digitsEnd(text[:min(len(text), i+p.max+1)], i)
		if group == i || len(dst)-head+group-i > p.max {
			break
		}
		dst = append(dst, text[i:group]...)
		i = group
		if len(dst)-head >= p.min && isPhoneBoundary(text, 0, i) && (end == 0 || !valueMayBegin(text, i)) {
			fits, end = len(dst), i
		}
	}
	return dst[:fits], end
}

// valueMayBegin says whether what stands at i may be a value, or is covered. Then the last
// group of digits before it counts only if the number needs it.
func valueMayBegin(text []byte, i int) bool {
	return wordBeginsAt(text, i) || i < len(text) && (text[i] == '+' || text[i] == '(')
}

// phoneGap returns the width of what stands between two groups of digits: at most
// three bytes of blanks, hyphens, dots, strokes and brackets, with a digit behind
// them; else 0.
func phoneGap(text []byte, i int) int {
	at := i
	for at < len(text) && at-i < widestGap {
		switch {
		case blankAt(text, at) > 0:
			at += blankAt(text, at)
		case hyphenAt(text, at) > 0:
			at += hyphenAt(text, at)
		case bytes.IndexByte([]byte("./()"), text[at]) >= 0:
			at++
		default:
			if !isDigit(text[at]) {
				return 0
			}
			return at - i
		}
	}
	if at < len(text) && isDigit(text[at]) {
		return at - i
	}
	return 0
}

// widen takes in a bracket that the number opens or closes, so that none stands
// alone.
func (p *phoneShape) widen(text []byte) {
	opened := bytes.Count(text[p.start:p.end], []byte("(")) - bytes.Count(text[p.start:p.end], []byte(")"))
	if opened < 0 && p.start > 0 && text[p.start-1] == '(' && !bytes.HasSuffix(text[:p.start-1], []byte("+")) {
		p.start--
	}
	if opened > 0 && p.end < len(text) && text[p.end] == ')' {
		p.end++
	}
}

// dialledAbroad reads a number behind 00 and a country code.
func dialledAbroad(text []byte, i int) (phoneShape, bool) {
	if !bytes.HasPrefix(text[i:], []byte("00")) || letterEndsAt(text, i) && !gluedCue(text, i, phoneCue()) {
		return phoneShape{}, false
	}
	code := i + 2
	return readAbroad(text, i, code+phoneGap(text, code))
}
