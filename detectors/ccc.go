// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// A Spanish account code (código cuenta cliente, CCC) has twenty digits: four of
// the bank, four of the branch, two control digits and ten of the account
// (Consejo Superior Bancario; Banco de España, Circular 3/1992 on the IBAN keeps
// it as the national part).
const accountDigits = 20

// accountReach is how far before a number its cue may stand, in bytes.
const accountReach = 40

// spanishAccount reads a Spanish account code whose digits begin at i. In its own
// groups it needs no cue, in one piece or in fours it does. Its value is its IBAN.
func spanishAccount(s *surroundings, g digitGroups) (core.Finding, bool) {
	if !g.cut(accountDigits) || g.mixed || !accountHolds(g.digits[:]) || letterBeginsAt(s.text, g.end) {
		return core.Finding{}, false
	}
	rule := cueRule{accountReach, true, accountCues}
	if letterEndsAt(s.text, g.start) && !gluedCue(s.text, g.start, rule) {
		return core.Finding{}, false
	}
	f := core.Finding{
		Kind: core.IBAN, Start: g.start, End: g.end, Value: spanishIBAN(g.digits[:]),
		Confidence: core.Certain, Basis: core.ByCheckDigit,
	}
	if g.shaped(4, 4, 2, 10) && g.sep != '.' && standsAlone(s.text, g.start, g.end) {
		return f, true
	}
	f.Confidence = core.Likely
	return f, (g.groups == 1 || g.shaped(4, 4, 4, 4, 4) || g.shaped(4, 4, 2, 10)) && s.cued(g.start, rule)
}

// accountHolds says whether both control digits hold: the first is that of bank
// and branch, the second that of the account (weights 1, 2, 4 ... modulo 11). No
// bank has the number 0000.
func accountHolds(digits []byte) bool {
	return string(digits[:4]) != "0000" &&
		accountControl(digits[:8], 2) == digits[8] && accountControl(digits[10:20], 0) == digits[9]
}

// accountControl returns the control digit of b, whose first digit has the weight
// 2^power modulo 11.
func accountControl(b []byte, power int) byte {
	weight := 1 << power
	sum := 0
	for _, c := range b {
		sum += int(c-'0') * weight
		weight = weight * 2 % 11
	}
	switch control := 11 - sum%11; control {
	case 10:
		return '1'
	case 11:
		return '0'
	default:
		return byte('0' + control)
	}
}

// spanishIBAN puts ES and the check digits before an account code.
func spanishIBAN(digits []byte) string {
	value := append([]byte("ES00"), digits[:accountDigits]...)
	check := 98 - ibanRemainder(value)
	value[2], value[3] = byte('0'+check/10), byte('0'+check%10)
	return string(value)
}

func isAccountWord(word []byte, next byte) bool {
	switch string(word) {
	case "cc":
		return !isDigit(next) // 0001cc50: is an address
	case "cuenta", "cuentas", "cta", "ctas", "ccc", "banco", "bank", "account", "iban", "bankaccount", "accountnumber",
		"domiciliacion", "domiciliado", "domiciliada", "numerocuenta", "numcuenta", "numcta", "cuentabancaria", "cuentacorriente",
		"ctacte", "ctabancaria", "ctaabono", "ctacargo", "compte", "conta":
		return true
	case "c": // c/c
		return next == '/'
	}
	return false
}
