// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// dniLetters are the control letters of DNI and NIE by remainder of the number
// divided by 23 (Real Decreto 1553/2005, article 11; the Ministry of the
// Interior publishes the table).
const dniLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

// dniLabelReach is how far before a number its label may stand, in bytes.
const dniLabelReach = 24

// dniShape is text that looks like a DNI or an NIE.
type dniShape struct {
	start, end int
	value      [9]byte // canonical
	short      bool    // seven digits without a prefix
	loose      bool    // a blank or a dot stands in it
	holds      bool    // the letter is the right one
}

func (d *dniShape) finding(c core.Confidence, b core.Basis) core.Finding {
	return core.Finding{
		Kind: core.DNI, Start: d.start, End: d.end,
		Value: string(d.value[:]), Confidence: c, Basis: b,
	}
}

// plainDNI reads a DNI or NIE in one piece, or with hyphens, whose letter
// holds, and that cannot be the decimals of a number.
func plainDNI(text []byte, digits int) (core.Finding, bool) {
	d, ok := readDNI(text, digits)
	if !ok || d.loose || d.short || !d.holds || d.continuesNumber(text) {
		return core.Finding{}, false
	}
	return d.finding(core.Certain, core.ByCheckDigit), true
}

// contextDNI reads a DNI or NIE that depends on what stands around it: seven
// digits or a wrong letter need a label.
func contextDNI(s *surroundings, digits int) (core.Finding, bool) {
	d, ok := readDNI(s.text, digits)
	if !ok || d.continuesNumber(s.text) {
		return core.Finding{}, false
	}
	if d.holds && !d.short {
		return d.finding(core.Certain, core.ByCheckDigit), true
	}
	if s.cued(d.start, cueRule{dniLabelReach, true, isDNILabel}) {
		return d.finding(core.Likely, core.ByContext), true
	}
	return core.Finding{}, false
}

// continuesNumber says whether a number stands right before: for digits in
// groups any, else one with a decimal point.
func (d *dniShape) continuesNumber(text []byte) bool {
	sep, number := numberBefore(text, d.start)
	return number && (d.loose || sep == '.')
}

// readDNI reads a DNI or NIE whose digits begin at i, whatever its letter.
func readDNI(text []byte, i int) (dniShape, bool) {
	d := dniShape{start: i}
	g, ok := readGroups(text, i)
	if !ok || !d.takeDigits(&g) {
		return d, false
	}
	if d.short {
		d.readPrefix(text)
	}
	if wordEndsAt(text, d.start) {
		return d, false
	}
	i = g.end
	width := blankAt(text, i)
	blank := g.sep == ' ' || width > 0
	if width == 0 && i < len(text) && (text[i] == '-' || text[i] == '.') {
		width = 1
	}
	d.loose = d.loose || blank || g.sep == '.' || width > 0 && text[i] == '.'
	i += width
	if i >= len(text) || !isLetter(text[i]) || wordBeginsAt(text, i+1) {
		return d, false
	}
	if blank && isLower(text[i]) || width == 0 && isExponent(text, i) {
		return d, false
	}
	d.value[8] = upper(text[i])
	d.holds = dniLetters[d.number()%len(dniLetters)] == d.value[8]
	d.end = i + 1
	return d, true
}

// takeDigits takes eight digits, or seven, in one run or as 12.345.678.
func (d *dniShape) takeDigits(g *digitGroups) bool {
	if g.mixed || g.sep == '-' {
		return false
	}
	d.value[0] = '0'
	switch {
	case g.shaped(8) || g.shaped(2, 3, 3):
		copy(d.value[:], g.digits[:8])
	case g.shaped(7) || g.shaped(1, 3, 3):
		d.short = true
		copy(d.value[1:], g.digits[:7])
	default:
		return false
	}
	return true
}

// readPrefix takes in the X, Y or Z of an NIE before seven digits.
func (d *dniShape) readPrefix(text []byte) {
	at := d.start - 1
	if at > 0 && (text[at] == '-' || text[at] == ' ') {
		at--
	}
	if at < 0 || !isNIEPrefix(text[at]) || wordEndsAt(text, at) {
		return
	}
	d.loose = text[d.start-1] == ' '
	d.start, d.value[0], d.short = at, upper(text[at]), false
}

// number is what the control letter is computed from: X, Y and Z count as 0, 1
// and 2.
func (d *dniShape) number() int {
	n := 0
	for _, c := range d.value[:8] {
		if isLetter(c) {
			c = c - 'X' + '0'
		}
		n = n*10 + int(c-'0')
	}
	return n
}

func isNIEPrefix(c byte) bool { return isLetter(c) && upper(c)-'X' <= 2 }

// isExponent says whether the letter at i belongs to a number like 12345678E-5.
func isExponent(text []byte, i int) bool {
	return upper(text[i]) == 'E' && i+2 < len(text) &&
		(text[i+1] == '-' || text[i+1] == '+') && isDigit(text[i+2])
}
