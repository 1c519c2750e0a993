// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// nssDigits is the length of a social security number: two digits of the
// province, eight of the number, two of control (Tesorería General de la Seguridad
// Social, número de afiliación).
const nssDigits = 12

// nss is text that looks like a social security number.
type nss struct {
	start, end int
	digits     [nssDigits]byte
	grouped    bool
}

// findNSS reads a social security number whose digits begin at i. It needs a cue;
// with a wrong control, as most have that people make up, it needs its label.
func findNSS(s *surroundings, i int) (core.Finding, bool) {
	n, ok := readNSS(s.text, i)
	if !ok || letterBeginsAt(s.text, n.end) || letterEndsAt(s.text, i) && !labelEndsAt(s.text, i, nssLabels) {
		return core.Finding{}, false
	}
	form := tight
	if n.grouped {
		form = loose
	}
	if continuesNumber(s.text, i, form) {
		return core.Finding{}, false
	}
	basis, rule := core.ByContext, cueRule{cueReach, true, nssLabels}
	if n.holds() {
		basis, rule.words = core.ByCheckDigit, nssCues
	}
	if !s.cued(i, rule) {
		return core.Finding{}, false
	}
	return core.Finding{
		Kind: core.NSS, Start: i, End: n.end, Value: string(n.digits[:]),
		Confidence: core.Likely, Basis: basis,
	}, true
}

// readNSS reads twelve digits in one piece, or with a separator behind the
// province and before the control.
func readNSS(text []byte, i int) (nss, bool) {
	n := nss{start: i}
	for count := 0; ; {
		for i < len(text) && isDigit(text[i]) {
			if count == nssDigits {
				return n, false
			}
			n.digits[count] = text[i]
			count++
			i++
		}
		if n.end = i; count == nssDigits {
			return n, true
		}
		width := nssSeparator(text, i)
		if width == 0 || count != 2 && count != nssDigits-2 {
			return n, false
		}
		n.grouped = true
		i += width
	}
}

// nssSeparator returns the width of the separator at i, 0 if no digit follows.
func nssSeparator(text []byte, i int) int {
	width := max(blankAt(text, i), hyphenAt(text, i))
	if width == 0 && i < len(text) && (text[i] == '/' || text[i] == '.') {
		width = 1
	}
	if width == 0 || i+width >= len(text) || !isDigit(text[i+width]) {
		return 0
	}
	return width
}

// holds says whether the control is the rest of the ten digits divided by 97. A
// number under ten million counts with seven digits, without its leading zero
// (as the social security's own program for filing, SILTRA, checks it).
func (n *nss) holds() bool {
	number, control := 0, 0
	if string(n.digits[:]) == "000000000000" {
		return false // the end of a UUID
	}
	for i, c := range n.digits[:nssDigits-2] {
		if i != 2 || c != '0' {
			number = number*10 + int(c-'0')
		}
	}
	for _, c := range n.digits[nssDigits-2:] {
		control = control*10 + int(c-'0')
	}
	return number%97 == control
}

// isNSSLabel says whether a word names the social security number itself.
func isNSSLabel(word []byte) bool {
	switch string(bytes.TrimPrefix(word, []byte("num"))) {
	case "nss", "nass", "nuss", "naf", "seguridadsocial":
		return true
	}
	return false
}

// isNSSCue says whether a word goes with a social security number.
func isNSSCue(word []byte) bool {
	switch string(word) {
	case "social", "ss", "ssn", "afil", "afiliacion", "afiliado", "afiliada", "cotizacion":
		return true
	}
	return isNSSLabel(word)
}
