// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// readAreaCode reads a Spanish number whose area code stands in brackets or before
// a stroke: (91) 234 56 78, 91/2345678, 612 / 345 678. The groups are the code's.
func readAreaCode(text []byte, g digitGroups) (phoneShape, bool) {
	code := int(g.sizes[0])
	if code != 2 && code != 3 || g.groups != 1 || g.digits[0] < '6' {
		return phoneShape{}, false
	}
	p := phoneShape{start: g.start}
	bracket := g.start > 0 && text[g.start-1] == '(' && g.end < len(text) && text[g.end] == ')'
	at := g.end
	if bracket {
		p.start--
		at++
		at += blankAt(text, at)
	} else {
		at += blankAt(text, at)
		if at >= len(text) || text[at] != '/' {
			return phoneShape{}, false
		}
		at++
		at += blankAt(text, at)
	}
	rest := readGroups(text, at)
	if !rest.cut(nationalDigits-code) || !isPhoneBoundary(text, p.start, rest.end) {
		return phoneShape{}, false
	}
	digits := append(g.digits[:code:code], rest.digits[:rest.count]...)
	p.end, p.value = rest.end, "+34"+string(digits)
	p.usual = bracket && rest.groups > 1 && !rest.mixed && rest.sep != '.' && inNumberPlan(digits) && (code == 3 || digits[0] >= '8')
	return p, true
}

// isAreaCode says whether an area code or a country code in brackets begins at i.
func isAreaCode(text []byte, i int) bool {
	if i >= len(text) || text[i] != '(' {
		return false
	}
	at := i + 1
	if at < len(text) && text[at] == '+' {
		at++
	}
	end := digitsEnd(text[:min(len(text), at+5)], at)
	return end-at > 1 && end < len(text) && text[end] == ')' && bytes.IndexByte([]byte("+06789"), text[i+1]) >= 0
}
