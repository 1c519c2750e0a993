// SPDX-License-Identifier: Apache-2.0

package canary

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"
)

// below returns a random number from 0 to n-1.
func below(n int64) int64 {
	v, err := rand.Int(rand.Reader, big.NewInt(n))
	if err != nil {
		panic(err) // it does not fail (crypto/rand)
	}
	return v.Int64()
}

// newDNI makes up a DNI with its check letter: the number modulo 23. It is none that reads
// like a day of this century or the last, which without a label veil leaves alone before
// T and Z.
func newDNI() string {
	const letters = "TRWAGMYFPDXBNJZSQVHLCKE"
	n := 21_000_000 + below(69_000_000)
	return fmt.Sprintf("%08d%c", n, letters[n%23])
}

// newIBAN makes up a Spanish IBAN: the account with its own check digits, then those of
// ISO 13616.
func newIBAN() string {
	bank, account := fmt.Sprintf("2100%04d", below(10_000)), fmt.Sprintf("%010d", below(10_000_000_000))
	ccc := bank + checkDigit("00"+bank) + checkDigit(account) + account
	n, _ := new(big.Int).SetString(ccc+"142800", 10) // ES00
	rest := new(big.Int).Mod(n, big.NewInt(97)).Int64()
	return fmt.Sprintf("ES%02d%s", 98-rest, ccc)
}

// checkDigit is that of ten digits of a Spanish account.
func checkDigit(digits string) string {
	sum, weight := 0, 1
	for _, d := range digits {
		sum += int(d-'0') * weight
		weight = weight * 2 % 11
	}
	switch d := 11 - sum%11; d {
	case 11:
		return "0"
	case 10:
		return "1"
	default:
		return fmt.Sprint(d)
	}
}

// word makes up a word of syllables.
func word(syllables int) string {
	const consonants, vowels = "bdfglmnprstv", "aeiou"
	var b strings.Builder
	for range syllables {
		b.WriteByte(consonants[below(int64(len(consonants)))])
		b.WriteByte(vowels[below(int64(len(vowels)))])
	}
	return b.String()
}

// newEmail makes up an address, not in a domain for documentation: those pass.
func newEmail() string { return word(3) + "." + word(4) + "@correo-" + word(4) + ".es" }

// newName makes up a name for a catalogue.
func newName() string {
	first, last := word(3), word(4)
	return strings.ToUpper(first[:1]) + first[1:] + " " + strings.ToUpper(last[:1]) + last[1:]
}
