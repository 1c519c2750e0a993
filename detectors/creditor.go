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
	f, ok := plainID(text, at)
	if !ok || letterBeginsAt(text, f.End) {
		return core.Finding{}, false
	}
	if !ibanHolds(append([]byte{'E', 'S', text[i], text[i+1]}, f.Value...)) {
		return core.Finding{}, false
	}
	return f, true
}

// plainID reads the DNI, NIE or CIF that begins at i, whatever stands before.
func plainID(text []byte, i int) (core.Finding, bool) {
	id, first := text[i:], 0
	if isLetter(id[0]) {
		first++
	}
	n, ok := readID(id, first)
	if !ok {
		return core.Finding{}, false
	}
	f, ok := plainDNI(id, &n)
	if !ok {
		f, ok = plainCIF(id, &n)
	}
	if !ok || f.Start != 0 {
		return core.Finding{}, false
	}
	f.Start, f.End = i, i+f.End
	return f, true
}
