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

// findNSS reads a social security number whose digits begin at i. It needs a cue;
// with a wrong control also the cue of a label and the usual groups, for most
// numbers that people make up have one.
func findNSS(s *surroundings, i int) (core.Finding, bool) {
	digits, end, groups := readNSS(s.text, i)
	if len(digits) != nssDigits || wordBeginsAt(s.text, end) {
		return core.Finding{}, false
	}
	if wordEndsAt(s.text, i) && !labelEndsAt(s.text, i, isNSSLabel) {
		return core.Finding{}, false
	}
	if sep, number := numberBefore(s.text, i); number && (groups > 1 || sep == '.') {
		return core.Finding{}, false
	}
	f := core.Finding{
		Kind: core.NSS, Start: i, End: end, Value: string(digits),
		Confidence: core.Likely, Basis: core.ByContext,
	}
	rule := cueRule{cueReach, true, isNSSLabel}
	if nssHolds(digits) {
		f.Basis, rule.isCue = core.ByCheckDigit, isNSSCue
	}
	return f, s.cued(i, rule)
}

// readNSS reads twelve digits in one piece, or with a blank, a hyphen or a slash
// behind the province and before the control.
func readNSS(text []byte, i int) (digits []byte, end, groups int) {
	var room [nssDigits]byte
	digits = room[:0]
	for groups = 1; ; groups++ {
		for i < len(text) && isDigit(text[i]) {
			if len(digits) == nssDigits {
				return nil, i, groups
			}
			digits = append(digits, text[i])
			i++
		}
		if len(digits) != 2 && len(digits) != nssDigits-2 {
			return digits, i, groups
		}
		width := nssSeparator(text, i)
		if width == 0 {
			return digits, i, groups
		}
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

// nssHolds says whether the control is the rest of the ten digits divided by 97. A
// number under ten million counts with seven digits, without its leading zero
// (as the social security's own program for filing, SILTRA, checks it).
func nssHolds(digits []byte) bool {
	n, control := 0, 0
	for i, c := range digits[:nssDigits-2] {
		if i != 2 || c != '0' {
			n = n*10 + int(c-'0')
		}
	}
	for _, c := range digits[nssDigits-2:] {
		control = control*10 + int(c-'0')
	}
	return n%97 == control
}

// isNSSLabel says whether a word names the social security number itself.
func isNSSLabel(word []byte, _ byte) bool {
	switch string(bytes.TrimPrefix(word, []byte("num"))) {
	case "nss", "nass", "nuss", "naf", "seguridadsocial":
		return true
	}
	return false
}

// isNSSCue says whether a word goes with a social security number.
func isNSSCue(word []byte, next byte) bool {
	switch string(word) {
	case "social", "ss", "afiliacion", "afiliado", "afiliada", "cotizacion":
		return true
	}
	return isNSSLabel(word, next)
}
