// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"strconv"
	"strings"

	"github.com/veil-guard/veil/core"
)

// dniLetters are the control letters by remainder modulo 23 (Real Decreto
// 1553/2005, article 11).
const dniLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

func dniLetter(number string) string {
	n, _ := strconv.Atoi(number) // digits only
	return dniLetters[n%23 : n%23+1]
}

func dni(g *Generator) string {
	n := g.chars(1, digits[1:]) + g.digits(7)
	return n + dniLetter(n)
}

func dniVariants() []Variant {
	v := func(name string, spell func(string) string) Variant { return spelled(core.DNI, name, dni, spell) }
	number := func(s string) string { return s[:8] }
	list := []Variant{
		v("DNI plain", same),
		v("DNI lower case", strings.ToLower),
		v("DNI hyphen", in("-", 8)),
		v("DNI blank", in(" ", 8)),
		v("DNI dots and hyphen", mixing([]string{".", ".", "-"}, 2, 3, 3)),
		v("DNI dots", in(".", 2, 3)),
		v("DNI blanks", in(" ", 2, 3, 3)),
		v("DNI no-break blanks", in(noBreak, 2, 3, 3)),
		v("DNI thin blanks", in(thin, 2, 3, 3)),
		v("DNI narrow blanks", in(narrow, 2, 3, 3)),
		v("DNI mixed separators", mixing([]string{".", ".", " "}, 2, 3, 3)),
		v("DNI coloured", coloured),
		cued(Variant{Kind: core.DNI, Name: "DNI lost zero", Make: func(g *Generator) (string, string) {
			n := g.chars(1, digits[1:]) + g.digits(6)
			return n + dniLetter(n), "0" + n + dniLetter(n)
		}}),
		cued(Variant{Kind: core.DNI, Name: "DNI wrong letter", Make: func(g *Generator) (string, string) {
			n := number(dni(g))
			wrong := strings.ReplaceAll(dniLetters, dniLetter(n), "")
			s := n + g.chars(1, wrong)
			return s, s
		}}),
	}
	return list
}

func nie(g *Generator) string {
	prefix, n := g.chars(1, "XYZ"), g.digits(7)
	return prefix + n + dniLetter(strconv.Itoa(int(prefix[0]-'X'))+n)
}

// klm is the NIF of people without a DNI: minors, Spaniards abroad, foreigners
// (Orden EHA/451/2008).
func klm(g *Generator) string {
	n := g.digits(7)
	return g.chars(1, "KLM") + n + dniLetter(n)
}

func nieVariants() []Variant {
	v := func(name string, spell func(string) string) Variant { return spelled(core.DNI, name, nie, spell) }
	return []Variant{
		v("NIE plain", same),
		v("NIE lower case", strings.ToLower),
		v("NIE hyphens", in("-", 1, 7)),
		v("NIE blanks", in(" ", 1, 7)),
		v("NIE dots and hyphens", mixing([]string{"-", ".", ".", "-"}, 1, 1, 3, 3)),
		v("NIE coloured", coloured),
		spelled(core.DNI, "NIF of K, L or M", klm, same),
		spelled(core.DNI, "NIF of K, L or M, hyphens", klm, in("-", 1, 7)),
	}
}

// cif is a code of a firm (Orden EHA/451/2008): the control is a letter for some
// forms of firms and a digit for others.
func cif(g *Generator) string {
	form, n := g.chars(1, "ABCDEFGHJNPQRSUVW"), g.digits(7)
	sum := 0
	for i, c := range n {
		d := int(c - '0')
		if i%2 == 0 {
			d = 2*d%10 + 2*d/10
		}
		sum += d
	}
	control := (10 - sum%10) % 10
	if strings.Contains("NPQRSW", form) {
		return form + n + "JABCDEFGHI"[control:control+1]
	}
	return form + n + digits[control:control+1]
}

func cifVariants() []Variant {
	v := func(name string, spell func(string) string) Variant { return spelled(core.CIF, name, cif, spell) }
	return []Variant{
		v("plain", same),
		v("lower case", strings.ToLower),
		v("hyphen", in("-", 1)),
		v("hyphens", in("-", 1, 7)),
		v("dots", mixing([]string{"", ".", "."}, 1, 2, 3)),
		v("hyphen and dots", mixing([]string{"-", ".", "."}, 1, 2, 3)),
		v("coloured", coloured),
	}
}

// nss is a number of the Social Security: province, number, and the two modulo
// 97 (Tesorería General de la Seguridad Social).
func nss(g *Generator) string {
	province, n := g.pick("08", "28", "41", "46", "50"), g.digits(8)
	whole := province + n
	if n[0] == '0' { // a number below ten million has seven digits
		whole = province + n[1:]
	}
	k, _ := strconv.Atoi(whole) // digits only
	control := strconv.Itoa(100 + k%97)[1:]
	return province + n + control
}

func nssVariants() []Variant {
	v := func(name string, spell func(string) string) Variant { return cued(spelled(core.NSS, name, nss, spell)) }
	return []Variant{
		v("plain", same),
		v("slashes", in("/", 2, 8)),
		v("blanks", in(" ", 2, 8)),
		v("hyphens", in("-", 2, 8)),
		v("no-break blanks", in(noBreak, 2, 8)),
		v("coloured", coloured),
	}
}
