// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// A Spanish passport number has three letters and six digits (Real Decreto
// 896/2003 on the ordinary passport; the series is printed on its data page). It
// has no check digit outside the machine-readable zone.
const (
	passportLetters = 3
	passportDigits  = 6
)

// findPassport reads a Spanish passport number whose digits begin at i. It needs a
// cue.
func findPassport(s *surroundings, i int) (core.Finding, bool) {
	text, end := s.text, i+passportDigits
	if digitsEnd(text, i) != end || letterBeginsAt(text, end) {
		return core.Finding{}, false
	}
	at := i - gapBefore(text, i)
	start := at - passportLetters
	if start < 0 || !sameCase(text[start:at]) || isLower(text[start]) && at < i {
		return core.Finding{}, false
	}
	if letterEndsAt(text, start) && !labelEndsAt(text, start, passportLabels) ||
		!s.cued(start, cueRule{cueReach, true, passportLabels}) {
		return core.Finding{}, false
	}
	value := append(bytes.ToUpper(text[start:at]), text[i:end]...)
	return core.Finding{
		Kind: core.Pasaporte, Start: start, End: end, Value: string(value),
		Confidence: core.Likely, Basis: core.ByContext,
	}, true
}

// sameCase says whether b is ASCII letters of one case.
func sameCase(b []byte) bool {
	for _, c := range b {
		if !isLetter(c) || isLower(c) != isLower(b[0]) {
			return false
		}
	}
	return true
}

// isPassportWord says whether a word names a passport.
func isPassportWord(word []byte) bool {
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "pasaporte", "passport", "passaport", "passaporte", "numpasaporte", "nropasaporte", "pasaportenum":
		return true
	}
	return false
}
