// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"

	"github.com/veil-guard/veil/core"
)

// plateLetters are the letters of a registration number since 2000: four digits
// and three letters, no vowels and no Ñ or Q (Real Decreto 2822/1998, annex XVIII,
// as changed by the Orden of 15 September 2000).
const plateLetters = "BCDFGHJKLMNPRSTVWXYZ"

// provinces are the marks of the registration numbers before 2000, one or two
// letters, then four digits and one or two letters: M-1234-AB (same annex).
const provinces = " A AB AL AV B BA BI BU C CA CC CE CO CR CS CU GC GE GI GR GU H HU IB J L LE LO LU " +
	"M MA ML MU NA O OR OU P PM PO S SA SE SG SO SS T TE TF TO V VA VI Z ZA "

// plate is text that looks like a registration number.
type plate struct {
	start, end int
	value      []byte // canonical: without separators
	odd        bool   // letters that no registration number has
	blank      bool   // a blank stands in it
}

// findPlate reads a Spanish registration number whose digits begin at i. It needs
// a cue; letters that none has, as in made-up ones, need the cue "matrícula".
func findPlate(s *surroundings, i int) (core.Finding, bool) {
	if digitsEnd(s.text, i) != i+plateDigits {
		return core.Finding{}, false
	}
	p, ok := readNewPlate(s.text, i)
	if !ok {
		p, ok = readOldPlate(s.text, i)
	}
	if !ok || wordBeginsAt(s.text, p.end) {
		return core.Finding{}, false
	}
	if wordEndsAt(s.text, p.start) && !labelEndsAt(s.text, p.start, isPlateLabel) {
		return core.Finding{}, false
	}
	rule := cueRule{cueReach, true, isPlateLabel}
	if !p.odd && !p.blank {
		rule.isCue = isVehicle
	}
	return core.Finding{
		Kind: core.Matricula, Start: p.start, End: p.end, Value: string(p.value),
		Confidence: core.Likely, Basis: core.ByContext,
	}, s.cued(p.start, rule)
}

// readNewPlate reads 1234 BCD.
func readNewPlate(text []byte, i int) (plate, bool) {
	at := i + plateDigits
	p := plate{start: i, blank: blankAt(text, at) > 0}
	at += max(blankAt(text, at), hyphenAt(text, at))
	p.end = at + 3
	if p.end > len(text) || !sameCase(text[at:p.end]) || p.blank && isLower(text[at]) {
		return p, false
	}
	letters := bytes.ToUpper(text[at:p.end])
	for _, c := range letters {
		p.odd = p.odd || strings.IndexByte(plateLetters, c) < 0
	}
	p.value = append(append(p.value, text[i:i+plateDigits]...), letters...)
	return p, true
}

// readOldPlate reads M-1234-AB, in upper case.
func readOldPlate(text []byte, i int) (plate, bool) {
	at := i - gapBefore(text, i)
	p := plate{start: at, end: i + plateDigits, blank: gapBefore(text, i) > 0 && hyphenAt(text, at) == 0}
	for p.start > 0 && at-p.start < 2 && isCapital(text[p.start-1]) {
		p.start--
	}
	province := text[p.start:at]
	width := max(blankAt(text, p.end), hyphenAt(text, p.end))
	p.blank = p.blank || blankAt(text, p.end) > 0
	behind := p.end + width
	for p.end = behind; p.end < len(text) && p.end-behind < 2 && isCapital(text[p.end]); {
		p.end++
	}
	if len(province) == 0 || p.end == behind || !strings.Contains(provinces, " "+string(province)+" ") {
		return p, false
	}
	p.value = append(append(append(p.value, province...), text[i:i+plateDigits]...), text[behind:p.end]...)
	return p, true
}

func isCapital(c byte) bool { return c-'A' <= 25 }

// isPlateLabel says whether a word names a registration number itself.
func isPlateLabel(word []byte, _ byte) bool {
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "matricula", "placa", "plate", "licenseplate", "nummatricula":
		return true
	}
	return false
}

// isVehicle says whether a word goes with a registration number.
func isVehicle(word []byte, next byte) bool {
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "vehiculo", "coche", "turismo", "furgoneta", "camion", "moto", "motocicleta", "remolque",
		"taxi", "vehicle", "matriculado", "matriculada":
		return true
	}
	return isPlateLabel(word, next)
}
