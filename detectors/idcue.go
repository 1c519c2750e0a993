// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// How far before a number its label may stand, in bytes.
const (
	idLabelReach = 24 // DNI, NIE, NIF, CIF
	cueReach     = 40 // passport, registration and social security numbers
)

// isTaxLabel says whether a word names a DNI, a NIF or a CIF. Columns of data
// bases have it at an end of a longer word: numdni, nifcliente.
func isTaxLabel(word []byte) bool {
	switch string(word) {
	case "vat", "taxid", "taxnumber", "idfiscal", "fiscal", "codigofiscal", "numerofiscal":
		return true
	}
	return isBareLabel(word) || bytes.HasSuffix(word, []byte("cif"))
}

// isDNILabel says whether a word is the label of a DNI or an NIE.
func isDNILabel(word []byte) bool {
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "dni", "nif", "nie", "documento", "identidad", "identificacion", "identification", "carnet", "carne", "cedula",
		"nationalid", "idcard", "identitycard":
		return true
	}
	return isTaxLabel(word)
}

// isBareLabel says whether a word is the label of a DNI without its letter. A
// document may have another number, and a CIF has letter and digits.
func isBareLabel(word []byte) bool {
	return bytes.HasSuffix(word, []byte("dni")) || bytes.HasSuffix(word, []byte("nif")) || string(word) == "identidad" || beginsWithLabel(word)
}

// beginsWithLabel says whether a word in one piece begins with DNI or NIF and is no river,
// no city and no word of English: dnicliente, niftitular, dniester, nifty.
func beginsWithLabel(word []byte) bool {
	const shortest = len("nifcli")
	if len(word) < shortest {
		return string(word) == "dnie"
	}
	for _, other := range [...]string{"dnies", "dniep", "dnipr", "nifti"} {
		if bytes.HasPrefix(word, []byte(other)) {
			return string(word) == "niftitular"
		}
	}
	return bytes.HasPrefix(word, []byte("dni")) || bytes.HasPrefix(word, []byte("nif"))
}
