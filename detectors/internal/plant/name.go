// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/veil-guard/veil/core"
)

// Parts of made-up names. Every name is one given name of the first list and two
// surnames; the compound given names have two words.
const (
	givenNames = "María José|Íñigo|Lucía|Óscar|Begoña|Andrés|Núria|Joaquín|Ángela|Martín|Sofía|Raúl"
	surnames   = "Pérez|Núñez|Ibáñez|Güell|Peñarroya|Muñoz|Cifuentes|Otxoa|Zubiri|Llopis|Sarmiento|Viñas"
	firms      = "Clínica Alborán|Talleres Quintás|Hormigones Ubierna|Panadería Olmeda"
)

// Catalogue returns every name that can be planted, one a line, as the client
// catalogue holds it.
func Catalogue() []byte {
	var b strings.Builder
	for given := range strings.SplitSeq(givenNames, "|") {
		for one := range strings.SplitSeq(surnames, "|") {
			for two := range strings.SplitSeq(surnames, "|") {
				if one != two {
					fmt.Fprintf(&b, "%s %s %s\n", given, one, two)
				}
			}
		}
	}
	for firm := range strings.SplitSeq(firms, "|") {
		b.WriteString(firm + " S.L.\n")
	}
	return []byte(b.String())
}

// person is a given name, "|", and two surnames.
func person(g *Generator) string {
	all := strings.Split(surnames, "|")
	i := g.rng.IntN(len(all))
	j := (i + 1 + g.rng.IntN(len(all)-1)) % len(all)
	return g.pick(strings.Split(givenNames, "|")...) + "|" + all[i] + " " + all[j]
}

// Fold returns a text in lower case without accents.
func Fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// joined joins the words of a name with a separator.
func joined(sep string, change func(string) string) func(given, family string) string {
	return func(given, family string) string {
		return strings.Join(strings.Fields(change(given+" "+family)), sep)
	}
}

// plainASCII takes the accents off and keeps the case.
func plainASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

func camel(given, family string) string {
	first := strings.Join(strings.Fields(plainASCII(given+" "+family)), "")
	r, n := utf8.DecodeRuneInString(first)
	return string(unicode.ToLower(r)) + first[n:]
}

func nameVariants() []Variant {
	v := func(name string, spell func(given, family string) string) Variant {
		return Variant{Kind: core.Nombre, Name: name, Make: func(g *Generator) (string, string) {
			given, family, _ := strings.Cut(person(g), "|")
			return spell(given, family), Fold(given + " " + family)
		}}
	}
	return []Variant{
		v("plain", joined(" ", same)),
		v("surname first", func(given, family string) string { return family + ", " + given }),
		v("surname first in capitals", func(given, family string) string { return strings.ToUpper(family + ", " + given) }),
		v("capitals", joined(" ", strings.ToUpper)),
		v("lower case", joined(" ", strings.ToLower)),
		v("without accents", joined(" ", plainASCII)),
		v("snake case", joined("_", Fold)),
		v("slug", joined("-", Fold)),
		v("dotted", joined(".", Fold)),
		v("camel case", camel),
		v("Pascal case", joined("", plainASCII)),
		v("no-break blanks", joined(noBreak, same)),
		v("broken over lines", joined("\n", same)),
		v("broken over indented lines", joined("\n  ", same)),
	}
}

// Firms stand with any legal form, or with none.
func firmVariants() []Variant {
	v := func(name, form string) Variant {
		return Variant{Kind: core.Nombre, Name: name, Make: func(g *Generator) (string, string) {
			firm := g.pick(strings.Split(firms, "|")...)
			return strings.TrimSpace(firm + form), Fold(firm)
		}}
	}
	return []Variant{
		v("firm, S.L.", " S.L."), v("firm, SL", " SL"), v("firm, S.L.U.", ", S.L.U."), v("firm, SLU", " SLU"),
		v("firm, S.A.", " S.A."), v("firm, bare", ""),
	}
}
