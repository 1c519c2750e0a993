// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// phoneCue is the rule for the words before a telephone number.
func phoneCue() cueRule { return cueRule{phoneReach, true, phoneCues} }

// phoneSignBefore says whether a text ends with the picture of a telephone, and blanks:
// U+260E, U+260F, U+2706, U+1F4DE, U+1F4F1, U+1F4F2, each with a variation selector or not.
func phoneSignBefore(before []byte) bool {
	before = bytes.TrimSuffix(bytes.TrimRight(before, " "), []byte("\uFE0F"))
	for _, sign := range [...]string{"☎", "☏", "✆", "📞", "📱", "📲"} {
		if bytes.HasSuffix(before, []byte(sign)) {
			return true
		}
	}
	return false
}

// prefixBefore says whether the country code of Spain stands before, in a field of its own:
// "prefijo": "+34", "numero": "612345678" and +34;612345678.
func prefixBefore(before []byte) bool {
	before = before[max(0, len(before)-phoneReach):]
	n := bytes.LastIndex(before, []byte("+34"))
	if n < 0 || n+len("+34") == len(before) || bytes.IndexByte(before[n:], '\n') >= 0 {
		return false
	}
	return bytes.IndexByte([]byte("\"';|\t\\"), before[n+len("+34")]) >= 0
}

// phoneWordBehind says whether a phone word follows in brackets: 612345678 (móvil).
func phoneWordBehind(text []byte, i int) bool {
	i += blankAt(text, i)
	if i >= len(text) || text[i] != '(' || !wordBeginsAt(text, i+1) || isMark(text[i+1]) {
		return false
	}
	var folded [maxCue]byte
	return phoneCues.has(appendFolded(folded[:0], text[i+1:readWord(text, i+1, byCase).end], maxCue), ')')
}

func isPhoneCue(word []byte, next byte) bool {
	if isPhoneWord(word, next) {
		return true
	}
	switch string(word) {
	case "call", "contact": // of source and data bases: f.call(this), calls: 3, callTimeout, contact_id
		return next != '(' && next != '_' && !isLetter(next)
	case "cell":
		return !isLetter(next)
	}
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "tf", "telef", "tno", "tlm", "fijo", "mov", "mobil", "movile", "celular", "cel", "cellno", "cellnumber", "mobilephone", "landline",
		"telefon", "telefonnummer", "rufnummer", "handynummer", "mobiltelefon", "telefone", "telemovel", "cellulare",
		"phoneno", "phonenum", "telephonenumber", "mobilenumber", "faxnumber", "numtelefono", "numerotelefono",
		"gsm", "sm", "bizum", "centralita", "wasap", "guasap", "callto", "callerid", "msisdn",
		"contactar", "contactame", "telno", "telnr", "telnum", "numtel", "numtelf", "numtlf", "telmovil", "telfijo",
		"telcontacto", "telcliente", "telcli", "telcasa":
		return true
	}
	return isPhoneColumn(word)
}

// isPhoneColumn says whether a word in one piece begins with an abbreviation that only
// telephones have, or ends with the English word, as columns of data bases do: tlfcliente,
// customerphone. What one listens or speaks to is none.
func isPhoneColumn(word []byte) bool {
	switch {
	case len(word) < len("phone") || word[0] != 't' && word[len(word)-1] != 'e':
		return false
	case bytes.HasPrefix(word, []byte("tlf")), bytes.HasPrefix(word, []byte("telf")), bytes.HasPrefix(word, []byte("telefono")):
		return true
	case !bytes.HasSuffix(word, []byte("phone")):
		return false
	}
	switch string(bytes.TrimSuffix(word, []byte("phone"))) {
	case "i", "smart", "head", "ear", "micro", "mega", "saxo", "xylo", "gramo", "vibra", "homo", "hydro", "franco", "anglo":
		return false
	}
	return true
}
