// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// Disguise hides a value. Exactly one of Value, Run and Text is set, or none for
// no disguise.
type Disguise struct {
	Name string
	// Value changes the spelling of the value.
	Value func(g *Generator, spelling string) string
	// Around changes what stands before and after a value that Value changed,
	// unless it is code or data that holds the value in a string; nil for nothing.
	Around func(text string) string
	// InLine says that more than the value stands on its line.
	InLine bool
	// Run encodes a small record that holds the value.
	Run func(g *Generator, record string) string
	// Text encodes the whole text.
	Text func(text []byte) []byte
	// UTF16 says that Text is UTF-16, so that tokens are written so too.
	UTF16 bool
	fits  func(v Variant) bool
}

// Fits says whether values of the variant are hidden so.
func (d Disguise) Fits(v Variant) bool {
	if strings.HasPrefix(v.Name, "broken") || strings.Contains(v.Name, "coloured") {
		return false
	}
	return d.fits == nil || d.fits(v)
}

// Disguises lists every disguise.
func Disguises() []Disguise {
	var list []Disguise
	for _, some := range [][]Disguise{signDisguises(), escapeDisguises(), mailDisguises(), runDisguises(), textDisguises()} {
		list = append(list, some...)
	}
	return list
}

// isNumbered says that the values of a kind are made of digits above all.
func isNumbered(v Variant) bool {
	return v.Kind != core.Email && v.Kind != core.Nombre && v.Kind != core.Secreto
}

// isLettered says that letters which look alike can stand in the value.
func isLettered(v Variant) bool {
	switch v.Kind {
	case core.DNI, core.CIF, core.IBAN, core.Pasaporte, core.Matricula, core.Nombre:
		return !v.Cued || v.Kind != core.IBAN
	}
	return false
}

func notSecret(v Variant) bool { return v.Kind != core.Secreto }

func notPEM(v Variant) bool { return v.Name != "PEM private key" }

func isAccented(v Variant) bool {
	return v.Kind == core.Nombre || strings.HasPrefix(v.Name, "accents")
}

// signDisguises replace characters by others that look alike, or by more.
func signDisguises() []Disguise {
	return []Disguise{
		{Name: "full-width digits", Value: otherDigits('０'), fits: isNumbered},
		{Name: "Arabic digits", Value: otherDigits('٠'), fits: isNumbered},
		{Name: "mathematical digits", Value: otherDigits('𝟎'), fits: isNumbered},
		{Name: "zero-width signs", Value: inserting("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"), fits: notSecret},
		{Name: "soft hyphens", Value: inserting("\u00ad"), fits: notSecret},
		{Name: "look-alike letters", Value: lookAlike, fits: isLettered},
		{Name: "NFD", Value: decomposed, fits: isAccented},
	}
}

// otherDigits writes digits in another script, whose zero is given.
func otherDigits(zero rune) func(*Generator, string) string {
	return func(_ *Generator, s string) string {
		return strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return zero + r - '0'
			}
			return r
		}, s)
	}
}

// inserting puts signs without a width between some characters.
func inserting(signs ...string) func(*Generator, string) string {
	return func(g *Generator, s string) string {
		runes := []rune(s)
		var b strings.Builder
		must := 1 + g.rng.IntN(len(runes)-1)
		for i, r := range runes {
			if i == must || i > 0 && g.rng.IntN(5) == 0 {
				b.WriteString(g.pick(signs...))
			}
			b.WriteRune(r)
		}
		return b.String()
	}
}

// The Greek and Cyrillic letters that look like Latin ones.
const (
	latin = "ABEKMHOPCTXYZINaeopcxyi"
	alike = "АВЕКМНОРСТХΥΖΙΝаеорсхуі"
)

func lookAlike(g *Generator, s string) string {
	others := []rune(alike)
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(latin, r); i >= 0 && g.rng.IntN(3) > 0 {
			return others[i]
		}
		return r
	}, s)
}
