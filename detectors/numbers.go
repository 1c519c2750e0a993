// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// surroundings is a text in which a value is judged by what stands around it:
// what was found to the left of it is covered.
type surroundings struct {
	text    []byte
	columns *columns // nil as long as nothing asked for them
}

// cued says whether the value that begins at i has its cue: before it, or in the
// header of its column.
func (s *surroundings) cued(i int, rule cueRule) bool {
	if cueBefore(s.text, i, rule) {
		return true
	}
	if s.columns == nil {
		s.columns = new(columns)
	}
	return s.columns.cued(s.text, i, rule.words)
}

// plainNumber reads the number whose first run of digits begins at i, if it is of
// a kind that needs nothing around it. The longest kinds go first.
func plainNumber(text []byte, i int) (core.Finding, bool) {
	if f, ok := findIBAN(text, i); ok {
		return f, true
	}
	if f, ok := internationalPhone(text, i); ok {
		return f, true
	}
	if f, ok := plainDNI(text, i); ok {
		return f, true
	}
	return plainCIF(text, i)
}

// contextNumber reads the number whose first run of digits begins at i, if what
// stands around it says what it is.
func contextNumber(s *surroundings, i int) (core.Finding, bool) {
	if f, ok := identityNumber(s, i); ok {
		return f, true
	}
	g, _ := readGroups(s.text, i)
	if g.count >= minCardDigits {
		if f, ok := spanishAccount(s, g); ok {
			return f, true
		}
		if f, ok := paymentCard(s, g); ok {
			return f, true
		}
	}
	return nationalPhone(s, g)
}

// identityNumber is contextNumber for what a person, a firm or a vehicle is known
// by.
func identityNumber(s *surroundings, i int) (core.Finding, bool) {
	if f, ok := contextCIF(s, i); ok {
		return f, true
	}
	if f, ok := contextDNI(s, i); ok {
		return f, true
	}
	if f, ok := findNSS(s, i); ok {
		return f, true
	}
	if f, ok := findPassport(s, i); ok {
		return f, true
	}
	return findPlate(s, i)
}
