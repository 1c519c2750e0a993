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

func isPhoneCue(word []byte, next byte) bool {
	if isPhoneWord(word, next) {
		return true
	}
	if (next == '(' || next == '_') && string(word) == "call" {
		return false // in source: f.call(this), SYSTEM_CALL_MASK
	}
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "tf", "telef", "telfono", "fijo", "mov", "mobil", "celular", "cel", "cellphone", "mobilephone",
		"phoneno", "telephonenumber", "mobilenumber", "faxnumber", "numtelefono", "numerotelefono", "telefonomovil",
		"telefonofijo", "gsm", "sms", "bizum", "centralita", "wasap", "call":
		return true
	}
	return false
}
