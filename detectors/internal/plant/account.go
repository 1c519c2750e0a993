// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"strconv"
	"strings"

	"github.com/veil-guard/veil/core"
)

// ibanStructures are the national parts of each country's IBAN: a length and n
// for digits, a for capitals, c for both (SWIFT IBAN Registry, 2026).
const ibanStructures = "AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n " +
	"CY8n16c CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n " +
	"GR7n16c GT24c HN4a20n HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c " +
	"LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD20c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n " +
	"NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n SE20n SI15n SK20n " +
	"SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c"

// national makes the national part of a structure such as "4a14n".
func (g *Generator) national(structure string) string {
	var b strings.Builder
	n := 0
	for _, c := range structure {
		switch c {
		case 'n':
			b.WriteString(g.digits(n))
		case 'a':
			b.WriteString(g.chars(n, upper))
		case 'c':
			b.WriteString(g.chars(n, upper+digits))
		default:
			n = n*10 + int(c-'0')
			continue
		}
		n = 0
	}
	return b.String()
}

// iban is an IBAN of any country.
func iban(g *Generator) string {
	structure := g.pick(strings.Fields(ibanStructures)...)
	if structure[:2] == "ES" {
		return spanishIBAN(g)
	}
	return withCheck(structure[:2], g.national(structure[2:]))
}

func spanishIBAN(g *Generator) string { return withCheck("ES", ccc(g)) }

// withCheck puts the check digits in (ISO 13616, modulo 97).
func withCheck(country, national string) string {
	rest := 0
	for _, c := range national + country + "00" {
		if c >= 'A' {
			rest = (rest*100 + int(c-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(c-'0')) % 97
		}
	}
	return country + strconv.Itoa(198 - rest)[1:] + national
}

// ccc is a Spanish account number with its two control digits (Consejo Superior
// Bancario).
func ccc(g *Generator) string {
	bank, account := g.pick("2100", "0049", "0182", "1465", "2038")+g.digits(4), g.digits(10)
	return bank + cccDigit("00"+bank) + cccDigit(account) + account
}

func cccDigit(ten string) string {
	sum := 0
	for i, weight := range []int{1, 2, 4, 8, 5, 10, 9, 7, 3, 6} {
		sum += weight * int(ten[i]-'0')
	}
	switch d := 11 - sum%11; d {
	case 11:
		return "0"
	case 10:
		return "1"
	default:
		return strconv.Itoa(d)
	}
}

func ibanVariants() []Variant {
	v := func(name string, value func(*Generator) string, spell func(string) string) Variant {
		return spelled(core.IBAN, name, value, spell)
	}
	fours := []int{4, 4, 4, 4, 4, 4, 4, 4}
	alone := func(name string, spell func(string) string) Variant {
		return cued(v(name, spanishIBAN, func(s string) string { return spell(s[4:]) }))
	}
	return []Variant{
		v("every country", iban, same),
		v("every country, blanks", iban, in(" ", fours...)),
		v("lower case", iban, strings.ToLower),
		v("Spanish", spanishIBAN, same),
		v("hyphens", spanishIBAN, in("-", fours...)),
		v("no-break blanks", spanishIBAN, in(noBreak, fours...)),
		v("thin blanks", spanishIBAN, in(thin, fours...)),
		v("dots", spanishIBAN, in(".", fours...)),
		v("Spanish grouping", spanishIBAN, in(" ", 4, 4, 4, 2)),
		v("broken over lines", spanishIBAN, mixing([]string{" ", " ", "\n"}, 4, 4, 4, 4, 4)),
		v("broken over quoted lines", spanishIBAN, mixing([]string{" ", " ", "\n> "}, 4, 4, 4, 4, 4)),
		v("broken over comment lines", spanishIBAN, mixing([]string{" ", " ", "\n// "}, 4, 4, 4, 4, 4)),
		v("coloured", spanishIBAN, coloured),
		alone("CCC plain", same),
		alone("CCC blanks", in(" ", 4, 4, 2)),
		alone("CCC hyphens", in("-", 4, 4, 2)),
	}
}

// card is a payment card with the Luhn digit (ISO/IEC 7812-1).
func card(g *Generator) string {
	prefix := g.pick("4", "51", "53", "55", "2221", "2700", "37", "34", "6011", "36")
	length := 16
	switch {
	case prefix[0] == '3' && prefix != "36":
		length = 15
	case prefix == "36":
		length = 14
	}
	n := prefix + g.digits(length-1-len(prefix))
	sum := 0
	for i := range n {
		d := int(n[len(n)-1-i] - '0')
		if i%2 == 0 {
			d = 2*d%10 + 2*d/10
		}
		sum += d
	}
	return n + strconv.Itoa((10-sum%10)%10)
}

func cardVariants() []Variant {
	v := func(name, sep string) Variant {
		return cued(spelled(core.Tarjeta, name, card, func(s string) string {
			if len(s) < 16 {
				return grouped(s, []string{sep}, 4, 6)
			}
			return grouped(s, []string{sep}, 4, 4, 4)
		}))
	}
	return []Variant{
		v("plain", ""), v("blanks", " "), v("hyphens", "-"), v("no-break blanks", noBreak),
		cued(spelled(core.Tarjeta, "coloured", card, coloured)),
	}
}
