// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// address is an e-mail address in ASCII, of a domain that is nobody's by chance:
// its name is eight random letters.
func address(g *Generator) string {
	local := g.pick("ana", "m.perez", "luis_rio", "j-gil", "info.obra", "k2", "nuria.vidal+alta") + g.digits(2)
	return local + "@" + g.chars(8, lower) + g.pick(".es", ".com", ".cat", ".org", ".eu", ".co.uk", "-sl.es", ".edu.es")
}

func emailVariants() []Variant {
	v := func(name string, value func(*Generator) string, spell func(string) string) Variant {
		return spelled(core.Email, name, value, spell)
	}
	accented := func(g *Generator) (string, string) {
		local, domain := g.pick("josé", "núria", "íñigo")+g.digits(3), g.chars(6, lower)
		return local + "@" + domain + ".es", local + "@" + domain + ".es"
	}
	return []Variant{
		v("plain", address, same),
		v("upper case", address, strings.ToUpper),
		v("subdomain", func(g *Generator) string {
			return strings.Replace(address(g), "@", "@correo.", 1)
		}, same),
		{Kind: core.Email, Name: "accents in the local part", Make: accented},
		{Kind: core.Email, Name: "accents in the domain", Make: func(g *Generator) (string, string) {
			local, name := "ana"+g.digits(3), g.pick("clínica", "españa")
			alabel := map[string]string{"clínica": "xn--clnica-4va", "españa": "xn--espaa-rta"}[name]
			return local + "@" + name + ".es", local + "@" + alabel + ".es"
		}},
		v("punycode", func(g *Generator) string { return "luis" + g.digits(3) + "@xn--espaa-rta.es" }, same),
		v("coloured", address, coloured),
	}
}

// mobile and landline return nine digits after +34.
func mobile(g *Generator) string {
	return "+34" + g.pick("61", "62", "64", "65", "69", "71") + g.digits(7)
}
func landline(g *Generator) string {
	return "+34" + g.pick("912", "934", "954", "963", "985", "881") + g.digits(6)
}

func phoneVariants() []Variant {
	// The prefix goes before national digits that are grouped.
	v := func(name string, value func(*Generator) string, prefix, sep string, sizes ...int) Variant {
		return spelled(core.Tel, name, value, func(s string) string {
			return prefix + grouped(s[3:], []string{sep}, sizes...)
		})
	}
	return []Variant{
		v("threes", mobile, "", " ", 3, 3),
		v("three and twos", mobile, "", " ", 3, 2, 2),
		v("hyphens", mobile, "", "-", 3, 3),
		v("land line", landline, "", " ", 2, 3, 2),
		v("land line in threes", landline, "", " ", 3, 3),
		v("no-break blanks", mobile, "", noBreak, 3, 3),
		v("thin blanks", mobile, "", thin, 3, 3),
		cued(v("plain", mobile, "", "")),
		cued(v("dots", mobile, "", ".", 3, 3)),
		cued(v("dots and twos", landline, "", ".", 3, 2, 2)),
		cued(spelled(core.Tel, "mixed separators", mobile, func(s string) string { return grouped(s[3:], []string{" ", "-"}, 3, 3) })),
		v("+34 plain", mobile, "+34", ""),
		v("+34 blanks", mobile, "+34 ", " ", 3, 3),
		v("+34 hyphens", landline, "+34-", "-", 3, 3),
		v("+34 dots", mobile, "+34.", ".", 3, 3),
		v("(+34)", mobile, "(+34) ", " ", 3, 3),
		v("0034", mobile, "0034", ""),
		v("0034 blanks", landline, "0034 ", " ", 3, 2, 2),
		v("tel: URL", mobile, "tel:+34", ""),
		v("tel: URL with hyphens", landline, "tel:+34-", "-", 3, 3),
		spelled(core.Tel, "coloured", mobile, func(s string) string { return "+34" + coloured(s[3:]) }),
	}
}

// foreign are numbers of other members of the EU and of its neighbours: the
// prefix, how a mobile begins, and how many digits follow (ITU-T E.164 and the
// national plans).
const foreign = "33 6 8|351 91 7|49 151 8|39 347 7|32 47 7|31 6 8|353 87 7|43 664 7|30 69 8|48 60 7|420 60 7|46 70 7|45 20 6|358 40 7|352 621 6|44 79 8|41 79 7|40 72 7|36 20 7"

func foreignPhone(g *Generator) string {
	parts := strings.Fields(g.pick(strings.Split(foreign, "|")...))
	return "+" + parts[0] + " " + parts[1] + g.digits(int(parts[2][0]-'0'))
}

func foreignPhoneVariants() []Variant {
	v := func(name string, spell func(prefix, number string) string) Variant {
		return Variant{Kind: core.Tel, Name: name, Make: func(g *Generator) (string, string) {
			prefix, number, _ := strings.Cut(foreignPhone(g), " ")
			return spell(prefix, number), prefix + number
		}}
	}
	return []Variant{
		v("EU plain", func(p, n string) string { return p + n }),
		v("EU blanks", func(p, n string) string { return p + " " + grouped(n, []string{" "}, 2, 3, 2, 2) }),
		v("EU hyphens", func(p, n string) string { return p + "-" + grouped(n, []string{"-"}, 3, 3) }),
		v("EU tel: URL", func(p, n string) string { return "tel:" + p + n }),
	}
}

func passport(g *Generator) string { return g.chars(3, upper) + g.digits(6) }

// plate is a number plate since 2000: four digits and three consonants (Real
// Decreto 2822/1998, annex XVIII).
func plate(g *Generator) string { return g.digits(4) + g.chars(3, "BCDFGHJKLMNPRSTVWXYZ") }

func provincialPlate(g *Generator) string {
	return g.pick("M", "B", "SE", "BI") + g.digits(4) + g.chars(2, "BCDFGHJKLMNPSTVWXYZ")
}

func documentVariants() []Variant {
	pass := func(name string, spell func(string) string) Variant {
		return cued(spelled(core.Pasaporte, name, passport, spell))
	}
	car := func(name string, value func(*Generator) string, spell func(string) string) Variant {
		return cued(spelled(core.Matricula, name, value, spell))
	}
	return []Variant{
		pass("plain", same), pass("blank", in(" ", 3)), pass("hyphen", in("-", 3)), pass("lower case", strings.ToLower),
		pass("coloured", coloured),
		car("plain", plate, same), car("blank", plate, in(" ", 4)), car("hyphen", plate, in("-", 4)),
		car("lower case", plate, strings.ToLower), car("coloured", plate, coloured),
		car("provincial", provincialPlate, func(s string) string {
			n := strings.IndexAny(s, digits)
			return s[:n] + "-" + s[n:n+4] + "-" + s[n+4:]
		}),
	}
}
