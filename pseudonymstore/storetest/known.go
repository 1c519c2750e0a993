// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

func (s suite) known(t *testing.T) {
	p := s.on(t, "")
	for _, v := range []core.Hideable{
		whole(core.Nombre, "ana ruiz", "Ana Ruiz"),
		whole(core.Nombre, "ana ruiz", "ANA RUIZ"),
		whole(core.Nombre, "pena", "Peña"),
		whole(core.Nombre, "ab", "AB"),
		whole(core.Nombre, "3m", "3Mx"),
		whole(core.Tel, "+34600123456", "600123456"),
		whole(core.Tel, "112", "1122334"),
		whole(core.Email, "a@b.example", "a@b.example"),
		whole(core.Secreto, "correcthorse", "correcthorse"),
		whole(core.Secreto, "nine\x00bytes1", "nine\x00bytes1"),
	} {
		p.hide(v)
	}
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"a name", "Ana Ruiz", []string{"Ana Ruiz"}},
		{"each spelling, no other", "ANA RUIZ, ana ruiz", []string{"ANA RUIZ"}},
		{"underscore and digit are boundaries", "_Ana Ruiz_ 1Ana Ruiz2", []string{"Ana Ruiz", "Ana Ruiz"}},
		{"a change to upper case is a boundary", "porAna RuizPor", []string{"Ana Ruiz"}},
		{"a letter is none", "Ana Ruizo XAna Ruiz ANA RUIZo", nil},
		{"a letter beyond ASCII is none", "Peñaé ÁPeña Peñañ", nil},
		{"a combining mark is none", "Peña\u0301", nil},
		{"invalid UTF-8 is a boundary", "\xffPeña\xff", []string{"Peña"}},
		{"the name inside a longer word", "Peñafiel dePeña", []string{"Peña"}},
		{"shorter than three bytes", "AB", nil},
		{"a digit at the edge", "x3Mx 3Mxy", []string{"3Mx"}},
		{"long with a digit: inside words", "x600123456y", []string{"600123456"}},
		{"eight bytes without digit or @", "correcthorsey", nil},
		{"seven bytes with a digit: a digit is a boundary", "91122334 a1122334b", []string{"1122334", "1122334"}},
		{"with an @", "xa@b.examples", []string{"a@b.example"}},
		{"cut at the end", "60012345", nil},
		{"adjacent", "600123456600123456Peña", []string{"600123456", "600123456", "Peña"}},
		{"NUL bytes", "\x00nine\x00bytes1\x00", []string{"nine\x00bytes1"}},
		{"beside a token", "[DNI-001]Peña[DNI-001]", []string{"Peña"}},
		{"empty", "", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, f := range p.Known(nil, []byte(tc.in)) {
				got = append(got, tc.in[f.Start:f.End])
			}
			assert.Equal(t, tc.want, got)
		})
	}
	before := []core.Finding{{Kind: core.CIF}}
	want := core.Finding{Kind: core.Tel, Start: 2, End: 11, Value: "+34600123456", Confidence: core.Certain, Basis: core.ByMemory}
	require.Equal(t, append(before, want), p.Known(before, []byte("x 600123456")))
}

// knownBeside: where one value ends, another may begin.
func (s suite) knownBeside(t *testing.T) {
	p := s.on(t, "")
	for _, v := range []core.Hideable{
		whole(core.Nombre, "ana ruiz", "ana ruiz"),
		whole(core.Nombre, "pena", "peña"),
		whole(core.Tel, "+34600123456", "600123456"),
		whole(core.Email, "a@b.example", "a@b.example"),
	} {
		p.hide(v)
	}
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"a value is a boundary", "peñaana ruiz600123456", []string{"peña", "ana ruiz", "600123456"}},
		{"on either side", "xa@b.examplepeña peñaa@b.example", []string{"a@b.example", "peña", "peña", "a@b.example"}},
		{"values in a chain", "peñapeñapeñaana ruiz", []string{"peña", "peña", "peña", "ana ruiz"}},
		{"a chain in a word", "xpeñapeña peñapeñax", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, f := range p.Known(nil, []byte(tc.in)) {
				got = append(got, tc.in[f.Start:f.End])
			}
			assert.Equal(t, tc.want, got)
		})
	}
}

func (s suite) knownOverlaps(t *testing.T) {
	p := s.on(t, "")
	for _, v := range []core.Hideable{
		whole(core.Nombre, "ana", "Ana"),
		whole(core.Nombre, "ana ruiz", "Ana Ruiz"),
		whole(core.Nombre, "ana ruiz gil", "Ana Ruiz Gil"),
		whole(core.Nombre, "banco de ana y compania", "Banco de Ana y Compañía, S. A."),
		whole(core.Nombre, "banco de ana y compania dos", "Banco de Ana y Compañía, S. A. Dos"),
		whole(core.Tel, "+34600123456", "600123456"),
		whole(core.DNI, "600123456", "600123456"),
		whole(core.DNI, "611123456", "611123456"),
		whole(core.Tel, "+34611123456", "611123456"),
		whole(core.Nombre, "b", "Gil Peña"),
		whole(core.Nombre, "a", "Gil Peña"),
		whole(core.Nombre, "c", "Gil Peña"),
		whole(core.Literal, "<literal 1>", "<literal 1>"),
	} {
		p.hide(v)
	}
	p.fresh("[DNI-001]")
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"the longest", "Ana Ruiz Gil", []string{"ana ruiz gil"}},
		{"shorter where the longest is no word", "Ana Ruiz Gilda, Ana Ruizo", []string{"ana ruiz", "ana"}},
		{"longer than one step", "Banco de Ana y Compañía, S. A. Dos", []string{"banco de ana y compania dos"}},
		{"the one before it", "Banco de Ana y Compañía, S. A. Dosis", []string{"banco de ana y compania"}},
		{"only the inner one", "Banco de Ana y Compañera", []string{"ana"}},
		{"spelled alike: the order of the kinds", "600123456", []string{"600123456"}},
		{"whichever came first", "611123456", []string{"611123456"}},
		{"then the order of the values", "Gil Peña", []string{"a"}},
		{"a literal is not looked for", "<literal 1> [DNI-001]", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, f := range p.Known(nil, []byte(tc.in)) {
				got = append(got, f.Value)
			}
			assert.Equal(t, tc.want, got)
		})
	}
}
