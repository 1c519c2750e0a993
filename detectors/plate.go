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

// plateLetterCount is how many of them stand behind the digits.
const plateLetterCount = 3

// provinces are the marks of the registration numbers before 2000, one or two
// letters, then four digits and one or two letters: M-1234-AB (same annex). Each
// takes three bytes.
const provinces = "A  AB AL AV B  BA BI BU C  CA CC CE CO CR CS CU GC GE GI GR GU H  HU IB J  L  LE " +
	"LO LU M  MA ML MU NA O  OR OU P  PM PO S  SA SE SG SO SS T  TE TF TO V  VA VI Z  ZA "

// plate is text that looks like a registration number.
type plate struct {
	start, end int
	behind     int  // where the letters behind them begin
	odd        bool // letters that no registration number has
	blank      bool // a blank stands in it
}

// findPlate reads a Spanish registration number whose digits begin at i. It needs
// a cue; with a blank within, or letters that none has, it needs its label.
func findPlate(s *surroundings, i int) (core.Finding, bool) {
	text := s.text
	p, ok := readNewPlate(text, i)
	if !ok {
		p, ok = readOldPlate(text, i)
	}
	if !ok || letterEndsAt(text, p.start) && !labelEndsAt(text, p.start, plateLabels) {
		return core.Finding{}, false
	}
	rule := cueRule{cueReach, true, vehicleCues}
	if p.odd || p.blank {
		rule.words = plateLabels
	}
	if !s.cued(p.start, rule) {
		return core.Finding{}, false
	}
	var value []byte
	for _, c := range text[p.start:p.end] {
		if isLetter(c) || isDigit(c) {
			value = append(value, c)
		}
	}
	return core.Finding{
		Kind: core.Matricula, Start: p.start, End: p.end, Value: string(bytes.ToUpper(value)),
		Confidence: core.Likely, Basis: core.ByContext,
	}, true
}

// readPlateDigits reads the four digits and what stands between them and the
// letters behind.
func readPlateDigits(text []byte, i int) (plate, bool) {
	p := plate{start: i}
	for p.behind = i; p.behind < len(text) && p.behind <= i+plateDigits && isDigit(text[p.behind]); {
		p.behind++
	}
	if p.behind != i+plateDigits {
		return p, false
	}
	p.blank = blankAt(text, p.behind) > 0
	p.behind += max(blankAt(text, p.behind), hyphenAt(text, p.behind))
	return p, true
}

// readNewPlate reads 1234 BCD.
func readNewPlate(text []byte, i int) (plate, bool) {
	p, ok := readPlateDigits(text, i)
	p.end = p.behind + plateLetterCount
	if !ok || p.end > len(text) || !sameCase(text[p.behind:p.end]) || letterBeginsAt(text, p.end) {
		return p, false
	}
	for _, c := range text[p.behind:p.end] {
		p.odd = p.odd || strings.IndexByte(plateLetters, upper(c)) < 0
	}
	p.odd = p.odd || isRevolutions(text[p.behind:p.end])
	p.takeClass(text)
	return p, !p.blank || !isLower(text[p.behind])
}

// plateClasses are the letters before the registration numbers of vehicles that are no
// car: mopeds, special and historical ones, trailers, and those for some weeks (same annex).
const plateClasses = "CEHPRSTV"

// takeClass takes in the letter of the class before the digits. It needs the label, for
// others have such numbers too.
func (p *plate) takeClass(text []byte) {
	at := p.start - gapBefore(text, p.start) - 1
	if at < 0 || strings.IndexByte(plateClasses, text[at]) < 0 || letterEndsAt(text, at) {
		return
	}
	p.blank = p.blank || at+1 < p.start && text[at+1] != '-'
	p.start, p.odd = at, true
}

// isRevolutions says whether letters behind a number are what people say of vehicles:
// 4000rpm, 1200kms.
func isRevolutions(unit []byte) bool {
	switch string(unit) {
	case "rpm", "kms", "kmh", "kph", "mph":
		return true
	}
	return false
}

// readOldPlate reads M-1234-AB, in upper case.
func readOldPlate(text []byte, i int) (plate, bool) {
	p, ok := readPlateDigits(text, i)
	if !ok {
		return p, false
	}
	gap := gapBefore(text, i)
	before := i - gap
	p.blank = p.blank || gap > 0 && hyphenAt(text, before) == 0
	for p.start = before; p.start > 0 && before-p.start < 2 && isCapital(text[p.start-1]); {
		p.start--
	}
	for p.end = p.behind; p.end < len(text) && p.end-p.behind < 2 && isCapital(text[p.end]); {
		p.end++
	}
	if p.start == before || p.end == p.behind || letterBeginsAt(text, p.end) {
		return p, false
	}
	return p, isProvince(text[p.start:before])
}

// isProvince says whether one or two letters are the mark of a province.
func isProvince(mark []byte) bool {
	for i := 0; i+2 < len(provinces); i += 3 {
		if string(mark) == strings.TrimRight(provinces[i:i+2], " ") {
			return true
		}
	}
	return false
}

func isCapital(c byte) bool { return c-'A' <= 25 }

// isPlateLabel says whether a word names a registration number itself.
func isPlateLabel(word []byte) bool {
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "matricula", "placa", "plate", "numberplate", "licenseplate", "licenceplate", "nummatricula":
		return true
	}
	return false
}

// isVehicle says whether a word goes with a registration number.
func isVehicle(word []byte) bool {
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "vehiculo", "coche", "turismo", "furgoneta", "camion", "moto", "motocicleta", "remolque",
		"taxi", "automovil", "vehicle", "matriculado", "matriculada":
		return true
	}
	return isPlateLabel(word)
}
