// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// ibanLengths holds, for each country, the length of its IBANs in characters:
// the SWIFT IBAN Registry (ISO 13616-2), as listed in 2026.
const ibanLengths = "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28" +
	"EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27" +
	"JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15" +
	"OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24" +
	"TR26UA29VA22VG24XK20YE30"

// maxIBAN is the longest that ISO 13616 allows, in characters.
const maxIBAN = 34

// ibanTable is ibanLengths by the country's two letters, five bits each.
var ibanTable = func() (table [1 << 10]uint8) {
	for i := 0; i < len(ibanLengths); i += 4 {
		table[ibanIndex(ibanLengths[i], ibanLengths[i+1])] = (ibanLengths[i+2]-'0')*10 + ibanLengths[i+3] - '0'
	}
	return table
}()

func ibanIndex(a, b byte) int { return int(a&0x1F)<<5 | int(b&0x1F) }

// ibanLength returns the length of the IBANs of a country, by the letters of its
// code, or 0.
func ibanLength(a, b byte) int { return int(ibanTable[ibanIndex(a, b)]) }

// findIBAN reads an IBAN whose check digits begin at i. It counts if its length
// is the country's, its letters are of one case and its check digits hold.
func findIBAN(text []byte, i int) (core.Finding, bool) {
	start := i - 2
	if start < 0 || i+1 >= len(text) || !isDigit(text[i+1]) || !isLetter(text[start]) || !isLetter(text[start+1]) {
		return core.Finding{}, false
	}
	length := ibanLength(text[start], text[start+1])
	if length == 0 || letterEndsAt(text, start) && !ibanLabelEndsAt(text, start) {
		return core.Finding{}, false
	}
	var r ibanReader
	r.read(text, start, length)
	if r.count < length || letterBeginsAt(text, r.end) && !isBICLabel(text[r.end:]) || !ibanHolds(r.value[:length]) || r.hyphens && partOfUUID(text, start) {
		return core.Finding{}, false
	}
	return r.finding(start), true
}

// finding is what was read as an IBAN that begins at start.
func (r *ibanReader) finding(start int) core.Finding {
	f := core.Finding{
		Kind: core.IBAN, Start: start, End: r.end, Value: string(r.value[:r.count]),
		Confidence: core.Certain, Basis: core.ByCheckDigit,
	}
	if r.lines > 0 {
		f.Plain = f.Value
	}
	return f
}

// followsSpain says whether ES stands before i, with a blank or a hyphen between.
func followsSpain(text []byte, i int) bool {
	return i > 2 && (text[i-1] == ' ' || text[i-1] == '-') && text[i-2] == 'S' && text[i-3] == 'E' && !letterEndsAt(text, i-3)
}

// spacedIBAN reads a Spanish IBAN whose check digits begin at i, apart from the country:
// ES 91 2100 0418 4502 0005 1332.
func spacedIBAN(text []byte, i int) (core.Finding, bool) {
	const length, start = len("ES91") + accountDigits, len("ES-")
	r := ibanReader{value: [maxIBAN]byte{'E', 'S'}, count: 2}
	r.read(text, i, length)
	if r.count < length || letterBeginsAt(text, r.end) || digitsEnd(r.value[2:length], 0) != length-2 || !ibanHolds(r.value[:length]) {
		return core.Finding{}, false
	}
	return r.finding(i - start), true
}

// isBICLabel says whether the label of the bank's code follows, glued to an IBAN as where
// cells lost what divides them: ES9121000418450200051332BIC:CAIXESBB.
func isBICLabel(after []byte) bool {
	for _, label := range [...]string{"BIC", "SWIFT"} {
		if begins(after, label) && !letterBeginsAt(after, len(label)) {
			return true
		}
	}
	return false
}

// ibanLabelEndsAt says whether the whole word "IBAN" ends right before i.
func ibanLabelEndsAt(text []byte, i int) bool {
	at := i - len("iban")
	return at >= 0 && bytes.EqualFold(text[at:i], []byte("iban")) && !letterEndsAt(text, at)
}

// partOfUUID says whether a further group with a hyphen stands before what looks
// like an IBAN in groups with hyphens: the last groups of a UUID pass one check in
// 97.
func partOfUUID(text []byte, start int) bool {
	return start > 0 && text[start-1] == '-' && letterEndsAt(text, start-1) && !ibanLabelEndsAt(text, start-1)
}

// ibanReader holds what was read of an IBAN.
type ibanReader struct {
	value   [maxIBAN]byte // in upper case
	count   int
	end     int
	lines   int  // line ends within
	hyphens bool // stand within
}

// read takes characters of one case from i on, with at most one separator between
// two of them and one line end in all. The first may be a capital before small letters, as
// telephones begin a sentence: Es91.
func (r *ibanReader) read(text []byte, i, length int) {
	small := isLower(text[i+1])
	for r.end = i; i < len(text); {
		c := text[i]
		if !isDigit(c) && (!isLetter(c) || isLower(c) != small && (r.count > 0 || !small)) {
			return
		}
		if isLetter(c) {
			c = upper(c)
		}
		r.value[r.count] = c
		r.count++
		i++
		r.end = i
		if r.count == length {
			return
		}
		if r.count < 4 {
			continue
		}
		width, line := ibanSeparator(text, i)
		if line {
			r.lines++
		}
		if r.lines > 1 {
			return
		}
		r.hyphens = r.hyphens || hyphenAt(text, i) > 0
		i += width
	}
}

// ibanHolds says whether the check digits hold (ISO/IEC 7064, MOD 97-10).
func ibanHolds(value []byte) bool { return ibanRemainder(value) == 1 }

// ibanRemainder is what the check digits are computed from: the number modulo 97,
// with the first four characters moved to the end and letters counted from A = 10.
func ibanRemainder(value []byte) int {
	n := 0
	for k := range value {
		c := value[(k+4)%len(value)]
		if isDigit(c) {
			n = (n*10 + int(c-'0')) % 97
		} else {
			n = (n*100 + int(c-'A') + 10) % 97
		}
	}
	return n
}
