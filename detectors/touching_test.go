// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/core"
)

// A value with nothing between it and a token or another value is no part of a
// longer word.
func TestValuesThatTouch(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"a DNI before a token", "12345678Z[DNI-001]", []string{"12345678Z"}},
		{"a DNI behind a token", "[DNI-001]12345678Z", []string{"12345678Z"}},
		{"a DNI between tokens", "[DNI-001]12345678Z[NOMBRE-002]", []string{"12345678Z"}},
		{"an NIE behind a token", "[TEL-001]X1234567L", []string{"X1234567L"}},
		{"a CIF beside a token", "B12345674[DNI-001]B12345674", []string{"B12345674", "B12345674"}},
		{"a DNI before a disguised one", "12345678ZX123%34567L;", []string{"12345678Z", "X123%34567L"}},
		{"a DNI before a name in disguise", `12345678ZMaría Pérez`, []string{"12345678Z", `María Pérez`}},
		{"a disguised DNI before a name", "1234567&#56;ZMaría Pérez", []string{"1234567&#56;Z", "María Pérez"}},
		{"a DNI before a name", "12345678ZMaría Pérez", []string{"12345678Z", "María Pérez"}},
		{"with blanks, before a name with its cue", "Sra. 12\u2009345\u2009678\u2009ZRosa", []string{"12\u2009345\u2009678\u2009Z", "Rosa"}},
		{"two DNIs", "12345678Z12345678Z", []string{"12345678Z", "12345678Z"}},
		{"three of them", "12345678ZX1234567L87654321X", []string{"12345678Z", "X1234567L", "87654321X"}},
		{"in a cell", ";12345678Z87654321X;", []string{"12345678Z", "87654321X"}},

		{"an IBAN behind a token", "[DNI-001]ES9121000418450200051332", []string{"ES9121000418450200051332"}},
		{"an IBAN before a token", "ES9121000418450200051332[DNI-001]", []string{"ES9121000418450200051332"}},
		{"an IBAN behind a name", "AnaES9121000418450200051332", []string{"Ana", "ES9121000418450200051332"}},
		{"an account behind a token", "cuenta [DNI-001]21000418450200051332", []string{"21000418450200051332"}},
		{"a card between tokens", "[DNI-001]4539 1488 0343 6467[NOMBRE-002]", []string{"4539 1488 0343 6467"}},
		{"a telephone number behind a token", "[DNI-001]+34612345678", []string{"+34612345678"}},
		{"one behind a DNI", "12345678Z+34612345678", []string{"12345678Z", "+34612345678"}},
		{"one behind one with its cue", "tel612345678+34 912345678", []string{"612345678", "+34 912345678"}},
		{"one with its cue before a token", "tel 612345678[DNI-001]", []string{"612345678"}},
		{"one with its cue behind a name", "AnaTel612345678", []string{"Ana", "612345678"}},
		{"a social security number behind a token", "NSS [NOMBRE-001]281234567840", []string{"281234567840"}},
		{"a passport behind a token", "pasaporte [NOMBRE-001]AAA123456", []string{"AAA123456"}},
		{"a registration number before a token", "matrícula 1234BCD[DNI-001]", []string{"1234BCD"}},
		{"a key behind a token", "[DNI-001]glpat-" + "Veil-Made_Up7Veil-Ma", []string{"glpat-" + "Veil-Made_Up7Veil-Ma"}},
		{"a key before a name", "glpat-" + "Veil-Made_Up7Veil-MaMaría Pérez", []string{"glpat-" + "Veil-Made_Up7Veil-Ma", "María Pérez"}},

		{"a letter before an IBAN", "xES9121000418450200051332", nil},
		{"a letter behind an IBAN", "ES9121000418450200051332x", nil},
		{"a digit behind a card", "4539 1488 0343 64671", nil},
		{"a letter before a telephone number", "x+34612345678", nil},
		{"a word behind a DNI", "12345678Zonas", nil},
		{"a letter before a DNI", "a12345678Z", nil},
		{"the letter does not hold", "12345678A12345678A", nil},
		{"a digest", "12345678f12345678d9f8a7b", nil},
		{"a digest of two small ones", "12345678z87654321x", nil},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, f := range s.Find(nil, []byte(tc.in)) {
				got = append(got, tc.in[f.Start:f.End])
			}
			assert.Equal(t, tc.want, got)
			assert.Empty(t, violation(s, tc.in))
		})
	}
}

// A text is looked at once more only where a number may begin or end at what was found:
// names stand in identifiers of code.
func TestTouchesNumber(t *testing.T) {
	tests := []struct {
		text string // with the finding as <>
		want bool
	}{
		{"<>ES9121000418450200051332", true},
		{"<>Tel612345678", true},
		{"<>+34612345678", true},
		{"<>(91) 234 56 78", true},
		{"<>X-1234567L", true},
		{"SC18SSCB11010000000000001497USD<>", true},
		{"<>Service = 2", false},
		{"2 + get<>", false},
		{"<>Service", false},
		{"12 <> 12", false},
	}
	for _, tc := range tests {
		t.Run(tc.text, func(t *testing.T) {
			m := &masked{text: []byte(tc.text)}
			i := strings.Index(tc.text, "<>")
			found := []core.Finding{{Kind: core.Nombre, Start: i, End: i + 2}}
			m.coverAll(found)
			assert.Equal(t, tc.want, touchesNumber(m.text, found))
		})
	}
}
