// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"

	"github.com/veil-guard/veil/core"
)

// The first letters of a CIF, the NIF of firms and bodies, and those of them that
// demand a digit or a letter as the control (Orden EHA/451/2008, articles 2 to 5;
// python-stdnum, es.cif, for which control each demands).
const (
	cifPrefixes       = "ABCDEFGHJNPQRSUVW"
	cifDigitPrefixes  = "ABEH"
	cifLetterPrefixes = "PQS"
)

// cifLetters are the control letters by control digit.
const cifLetters = "JABCDEFGHI"

// cif is an identity number read as a CIF.
type cif struct {
	idNumber
	to      int
	control byte
	form    spelling
}

// plainCIF reads a CIF in one piece or with hyphens whose control holds, and that is
// no hash.
func plainCIF(text []byte, n *idNumber) (core.Finding, bool) {
	c, ok := readCIF(text, n)
	if !ok || c.form != tight || !c.holds() || continuesNumber(text, c.prefix.at, c.form) {
		return core.Finding{}, false
	}
	if glued, _ := isGlued(text, c.prefix.at); glued {
		return core.Finding{}, false
	}
	return c.finding(core.Certain, core.ByCheckDigit), true
}

// contextCIF reads a CIF that depends on what stands around it: a wrong control
// and an odd spelling need a label.
func contextCIF(s *surroundings, n *idNumber) (core.Finding, bool) {
	c, ok := readCIF(s.text, n)
	if !ok || continuesNumber(s.text, c.prefix.at, c.form) {
		return core.Finding{}, false
	}
	holds := c.holds()
	if holds && c.form != odd || s.cued(c.prefix.at, cueRule{idLabelReach, true, taxLabels}) {
		if holds {
			return c.finding(core.Certain, core.ByCheckDigit), true
		}
		return c.finding(core.Likely, core.ByContext), true
	}
	return core.Finding{}, false
}

func (c *cif) finding(sure core.Confidence, b core.Basis) core.Finding {
	value := append([]byte{c.prefix.c}, c.digits[:idDigits-1]...)
	return core.Finding{
		Kind: core.CIF, Start: c.prefix.at, End: c.to,
		Value: string(append(value, c.control)), Confidence: sure, Basis: b,
	}
}

// readCIF takes a number for a CIF, whatever its control.
func readCIF(text []byte, n *idNumber) (cif, bool) {
	c := cif{idNumber: *n}
	if n.prefix.c == 0 || strings.IndexByte(cifPrefixes, n.prefix.c) < 0 || isEscapeLetter(text, n.prefix.at) {
		return c, false
	}
	switch {
	case n.count == idDigits && (n.letter.c == 0 || n.letter.form != tight):
		if n.form != tight && numberAfter(text, n.end) {
			return c, false
		}
		c.control, c.to = n.digits[idDigits-1], n.end
	case n.count == idDigits-1 && strings.IndexByte(cifLetters, n.letter.c) >= 0:
		c.control, c.to, c.form = n.letter.c, n.letter.at+1, n.letter.form
	default:
		return c, false
	}
	c.form = max(c.form, n.form, n.prefix.form)
	if n.groups == 71 && n.form == odd {
		c.form = max(c.prefix.form, loose)
	}
	if n.groups == idDigits && isDate(n.digits) || isFiller(n.digits) || isCodePoint(n) || n.prefix.low && c.needsLabel(text) {
		c.form = odd
	}
	return c, true
}

// needsLabel says of a CIF whose first letter is a small one whether it is as likely
// something else.
func (c *cif) needsLabel(text []byte) bool {
	i := c.prefix.at
	return c.form != tight || isHexLetter(c.prefix.c) && isAbbreviatedHash(text, i, c.to) || isReference(text, i) || isSummand(text, i)
}

// isSummand says whether a sum goes on at i: the code units of UTF-16 are decoded by
// (a<<10)+b-56613888, which stands in most minified JavaScript.
func isSummand(text []byte, i int) bool {
	return i > 1 && (text[i-1] == '+' || text[i-1] == '-') && (text[i-2] == ')' || text[i-2] == ']')
}

// isReference says whether an anchor of a URL begins before i, as #r50932706, and with
// what GitHub calls a discussion, or the name of an account: @r27153733.
func isReference(text []byte, i int) bool {
	before := bytes.TrimSuffix(text[:i], []byte("discussion_"))
	return bytes.HasSuffix(before, []byte("#")) || bytes.HasSuffix(before, []byte("@"))
}

// holds says whether the control is the right one, and of the sort that the first
// letter demands: the digits with every second one, from the first, doubled and
// its own digits added (Orden EHA/451/2008, article 4; the Luhn sum).
func (c *cif) holds() bool {
	sum := 0
	for i, digit := range c.digits[:idDigits-1] {
		n := int(digit - '0')
		if i%2 == 0 {
			n = n*2%10 + n*2/10
		}
		sum += n
	}
	right := (10 - sum%10) % 10
	if isDigit(c.control) {
		return int(c.control-'0') == right && strings.IndexByte(cifLetterPrefixes, c.prefix.c) < 0
	}
	return c.control == cifLetters[right] && strings.IndexByte(cifDigitPrefixes, c.prefix.c) < 0
}

// isFiller says whether the digits stand in the place of a number: B00000000.
func isFiller(digits [idDigits]byte) bool { return string(digits[:idDigits-1]) == "0000000" }

// isCodePoint says whether a number reads like a character's: U00010116, as the locales
// of the C library name one.
func isCodePoint(n *idNumber) bool {
	return n.prefix.c == 'U' && string(n.digits[:3]) == "000"
}

// isEscapeLetter says whether the letter at i belongs to a backslash: \n, \d, and
// \U0001F600 in Go, Python and C. Before other capitals a path has one.
func isEscapeLetter(text []byte, i int) bool {
	return i > 0 && text[i-1] == '\\' && (isLower(text[i]) || text[i] == 'U')
}
