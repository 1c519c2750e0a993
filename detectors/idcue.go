// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// How far before a number its label may stand, in bytes.
const (
	idLabelReach = 24 // DNI, NIE, NIF, CIF
	cueReach     = 40 // passport, registration and social security numbers
)

// isTaxLabel says whether a word names a DNI, a NIF or a CIF. Columns of data
// bases have it at the end of a longer word: numdni, codnif.
func isTaxLabel(word []byte) bool {
	return bytes.HasSuffix(word, []byte("dni")) || bytes.HasSuffix(word, []byte("nif")) ||
		bytes.HasSuffix(word, []byte("cif")) || string(word) == "vat"
}

// isDNILabel says whether a word is the label of a DNI or an NIE.
func isDNILabel(word []byte) bool {
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "dni", "nif", "nie", "documento", "identidad", "identificacion", "identification":
		return true
	}
	return isTaxLabel(word)
}

// isBareLabel says whether a word is the label of a DNI without its letter. A
// document may have another number, and a CIF has letter and digits.
func isBareLabel(word []byte) bool {
	return bytes.HasSuffix(word, []byte("dni")) || bytes.HasSuffix(word, []byte("nif")) || string(word) == "identidad"
}
