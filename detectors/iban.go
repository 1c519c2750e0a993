// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"

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

// ibanLength returns the length of a country's IBANs, or 0.
func ibanLength(a, b byte) int {
	i := strings.Index(ibanLengths, string([]byte{upper(a), upper(b)}))
	if i < 0 {
		return 0
	}
	return int(ibanLengths[i+2]-'0')*10 + int(ibanLengths[i+3]-'0')
}

// findIBAN reads an IBAN whose check digits begin at i. It counts if its length
// is the country's, its letters are of one case and its check digits hold.
func findIBAN(text []byte, i int) (core.Finding, bool) {
	start := i - 2
	if start < 0 || !isLetter(text[start]) || !isLetter(text[start+1]) || wordEndsAt(text, start) {
		return core.Finding{}, false
	}
	length := ibanLength(text[start], text[start+1])
	if length == 0 || i+1 >= len(text) || !isDigit(text[i+1]) {
		return core.Finding{}, false
	}
	value, end := readIBAN(text, start, length)
	if len(value) < length || wordBeginsAt(text, end) || !ibanHolds(value) {
		return core.Finding{}, false
	}
	return core.Finding{
		Kind: core.IBAN, Start: start, End: end, Value: string(value),
		Confidence: core.Certain, Basis: core.ByCheckDigit,
	}, true
}

// readIBAN reads characters of one case, with at most one separator between
// two of them and one line end in all, and returns them in upper case.
func readIBAN(text []byte, i, length int) (value []byte, end int) {
	small := isLower(text[i])
	value = make([]byte, 0, maxIBAN)
	wrapped := false
	for i < len(text) {
		c := text[i]
		if !isDigit(c) && (!isLetter(c) || isLower(c) != small) {
			return value, i
		}
		if isLetter(c) {
			c = upper(c)
		}
		value = append(value, c)
		i++
		if len(value) == length {
			break
		}
		if len(value) >= 4 {
			width, line := ibanSeparator(text, i)
			if line && wrapped {
				return value, i
			}
			wrapped = wrapped || line
			i += width
		}
	}
	return value, i
}

// maxIndent is how many blanks may stand round a line end within an IBAN.
const maxIndent = 8

// ibanSeparator returns the width of what may stand between two characters, and
// whether it ends a line.
func ibanSeparator(text []byte, i int) (width int, line bool) {
	if i < len(text) && text[i] == '-' {
		return 1, false
	}
	at := i
	one := blankAt(text, at)
	for blanks := 0; blanks < maxIndent && blankAt(text, at) > 0; blanks++ {
		at += blankAt(text, at)
	}
	end := lineEnd(text, at)
	if end == at {
		return one, false
	}
	at = end
	for blanks := 0; blanks < maxIndent && blankAt(text, at) > 0; blanks++ {
		at += blankAt(text, at)
	}
	return at - i, true
}

// lineEnd returns the end of the line end at i, which may be an escaped one, or
// i if none stands there.
func lineEnd(text []byte, i int) int {
	for _, end := range []string{"\n", "\r\n", `\n`, `\r\n`, `\\n`, `\\r\\n`} {
		if bytes.HasPrefix(text[i:], []byte(end)) {
			return i + len(end)
		}
	}
	return i
}

// ibanHolds says whether the check digits hold: with the first four characters
// moved to the end and letters counted from A = 10, the number is 1 modulo 97
// (ISO/IEC 7064, MOD 97-10).
func ibanHolds(value []byte) bool {
	n := 0
	for k := range value {
		c := value[(k+4)%len(value)]
		if isDigit(c) {
			n = (n*10 + int(c-'0')) % 97
		} else {
			n = (n*100 + int(c-'A') + 10) % 97
		}
	}
	return n == 1
}
