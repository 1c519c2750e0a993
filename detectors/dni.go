// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// dniLetters are the control letters of DNI and NIE by remainder of the number
// divided by 23 (Real Decreto 1553/2005, article 11; the Ministry of the
// Interior publishes the table).
const dniLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

// dni is an identity number read as a DNI, an NIE, or the NIF that a person has
// who has neither: K (under 14), L (resident abroad), M (foreigner), seven digits
// and a letter (Real Decreto 1065/2007, articles 19 and 20). The letter of the
// last is computed over the digits alone.
type dni struct {
	idNumber
	from, to int
	value    [idDigits + 1]byte // canonical
	short    bool               // without its zeros
	bare     bool               // without its letter
	holds    bool               // the letter is the right one
}

// plainDNI reads a DNI or NIE in one piece, or with hyphens, whose letter
// holds, and that cannot be part of another number, a date or a hash.
func plainDNI(text []byte, n *idNumber) (core.Finding, bool) {
	d, ok := readDNI(n)
	if !ok || d.written() != tight || d.short || d.bare || !d.holds || continuesNumber(text, d.from, d.written()) || d.looksOtherwise(text) {
		return core.Finding{}, false
	}
	if glued, _ := isGlued(text, d.from); glued {
		return core.Finding{}, false
	}
	return d.finding(core.Certain, core.ByCheckDigit), true
}

// contextDNI reads a DNI or NIE that depends on what stands around it: lost
// zeros, a wrong or lost letter and an odd spelling need a label.
func contextDNI(s *surroundings, n *idNumber) (core.Finding, bool) {
	d, ok := readDNI(n)
	if !ok || continuesNumber(s.text, d.from, d.written()) {
		return core.Finding{}, false
	}
	glued, label := isGlued(s.text, d.from)
	if glued && !label || d.bare && !d.mayBeBare(s.text) {
		return core.Finding{}, false
	}
	sure := d.holds && !d.short && !d.bare
	if sure && d.written() != odd && !d.looksOtherwise(s.text) {
		return d.finding(core.Certain, core.ByCheckDigit), true
	}
	rule := cueRule{idLabelReach, true, dniLabels}
	if d.bare {
		rule.words = bareLabels
	}
	if !s.cued(d.from, rule) {
		return core.Finding{}, false
	}
	if sure {
		return d.finding(core.Certain, core.ByCheckDigit), true
	}
	return d.finding(core.Likely, core.ByContext), true
}

func (d *dni) finding(c core.Confidence, b core.Basis) core.Finding {
	return core.Finding{
		Kind: core.DNI, Start: d.from, End: d.to,
		Value: string(d.value[:]), Confidence: c, Basis: b,
	}
}

// readDNI takes a number for a DNI or NIE, whatever its letter.
func readDNI(n *idNumber) (dni, bool) {
	d := dni{idNumber: *n, from: n.start, to: n.letter.at + 1}
	if !d.takePrefix() && !d.takeDigits() {
		return d, false
	}
	right := dniLetters[d.number()%len(dniLetters)]
	d.holds = right == d.letter.c
	// Far from the digits, a wrong letter belongs to the next word.
	if d.letter.c == 0 || !d.holds && d.letter.form == odd && d.letter.at > d.end {
		d.bare, d.to, d.letter = true, d.end, idLetter{c: right}
	}
	d.value[idDigits] = d.letter.c
	if d.bare {
		return d, d.count == idDigits && (n.prefix.c == 0 || n.prefix.form == loose)
	}
	return d, d.count >= idDigits-1 || d.holds
}

// takePrefix reads an NIE or the NIF of K, L and M.
func (d *dni) takePrefix() bool {
	digits := d.digits[:d.count]
	if d.letter.c == 0 || !isNIEPrefix(d.prefix.c) && !isNIFPrefix(d.prefix.c) {
		return false
	}
	// Old NIEs have eight digits, of which the first is 0.
	if d.count == idDigits && digits[0] == '0' && isNIEPrefix(d.prefix.c) {
		digits = digits[1:]
	}
	if len(digits) != idDigits-1 {
		return false
	}
	d.from, d.value[0] = d.prefix.at, d.prefix.c
	copy(d.value[1:], digits)
	return true
}

// takeDigits reads a DNI: eight digits, or six or seven without its zeros.
func (d *dni) takeDigits() bool {
	d.prefix = idLetter{}
	d.short = d.count < idDigits
	if d.short && d.form == odd || d.groups == 224 || d.groups == 422 {
		return false // the latter are dates
	}
	copy(d.value[:], "00")
	copy(d.value[idDigits-d.count:], d.digits[:d.count])
	return true
}

// written says how the whole number is written.
func (d *dni) written() spelling {
	form := max(d.form, d.letter.form)
	if d.prefix.c != 0 {
		form = max(form, d.prefix.form)
		if isNIFPrefix(d.prefix.c) && (d.prefix.low || form != tight) {
			form = odd
		}
	}
	return form
}

// number is what the control letter is computed from: X, Y and Z count as 0, 1
// and 2.
func (d *dni) number() int {
	n := 0
	for _, c := range d.value[:idDigits] {
		switch {
		case isDigit(c):
			n = n*10 + int(c-'0')
		case isNIEPrefix(c):
			n = int(c - 'X')
		}
	}
	return n
}

func isNIEPrefix(c byte) bool { return isLetter(c) && upper(c)-'X' <= 2 }
func isNIFPrefix(c byte) bool { return isLetter(c) && upper(c)-'K' <= 2 }
