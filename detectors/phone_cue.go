// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// phoneCue is the rule for the words before a telephone number.
func phoneCue() cueRule { return cueRule{phoneReach, true, phoneCues} }

func isPhoneCue(word []byte, next byte) bool {
	if isPhoneWord(word, next) {
		return true
	}
	if (next == '(' || next == '_') && string(word) == "call" {
		return false // in source: f.call(this), SYSTEM_CALL_MASK
	}
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "telef", "telfono", "fijo", "mov", "mobil", "celular", "cel", "cellphone", "mobilephone",
		"phoneno", "telephonenumber", "mobilenumber", "faxnumber", "numtelefono", "numerotelefono", "telefonomovil",
		"telefonofijo", "gsm", "sms", "bizum", "centralita", "wasap", "call":
		return true
	}
	return false
}
