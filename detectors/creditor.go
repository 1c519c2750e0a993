// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// creditorDigits is how many digits stand between the country and the national number
// in a SEPA creditor identifier: two of check and three of the business (EPC262-08).
const creditorDigits = 5

// creditorID reads the NIF in a Spanish creditor identifier whose first digits begin at
// i, as direct debits carry it: ES02000B12345674. Both its checks must hold.
func creditorID(text []byte, i int) (core.Finding, bool) {
	at := i + creditorDigits
	if i < 2 || text[i-2] != 'E' || letterEndsAt(text, i-2) || at >= len(text) {
		return core.Finding{}, false
	}
	id := text[at:]
	f, ok := plainID(id)
	if !ok || f.Start != 0 || letterBeginsAt(text, at+f.End) {
		return core.Finding{}, false
	}
	if !ibanHolds(append([]byte{'E', 'S', text[i], text[i+1]}, f.Value...)) {
		return core.Finding{}, false
	}
	f.Start, f.End = at, at+f.End
	return f, true
}

// plainID reads the DNI, NIE or CIF that a text begins with.
func plainID(text []byte) (core.Finding, bool) {
	first := 0
	if isLetter(text[0]) {
		first++
	}
	n, ok := readID(text, first)
	if !ok {
		return core.Finding{}, false
	}
	if f, ok := plainDNI(text, &n); ok {
		return f, true
	}
	return plainCIF(text, &n)
}
