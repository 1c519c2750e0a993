// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors/internal/plant"
)

func TestFindReportsCanonicalValues(t *testing.T) {
	certain, likely := core.Certain, core.Likely
	tests := []struct {
		name, in, value string
		kind            core.Kind
		confidence      core.Confidence
		basis           core.Basis
	}{
		{"DNI with dots", "12.345.678-Z", "12345678Z", core.DNI, certain, core.ByCheckDigit},
		{"DNI in lower case", "12345678z", "12345678Z", core.DNI, certain, core.ByCheckDigit},
		{"DNI of seven digits", "DNI 2468013D", "02468013D", core.DNI, likely, core.ByContext},
		{"DNI with a wrong letter", "DNI 12345678A", "12345678A", core.DNI, likely, core.ByContext},
		{"NIE with hyphens", "X-1234567-L", "X1234567L", core.DNI, certain, core.ByCheckDigit},
		{"IBAN with blanks", "DE02 1203 0000 0000 2020 51", "DE02120300000000202051", core.IBAN, certain, core.ByCheckDigit},
		{"IBAN in lower case", "de02120300000000202051", "DE02120300000000202051", core.IBAN, certain, core.ByCheckDigit},
		{"e-mail in upper case", "ANA@Clinica.ES", "ana@clinica.es", core.Email, certain, core.ByContext},
		{"e-mail with a decomposed accent", "Mari\u0301a@cli\u0301nica.es", "maría@xn--clnica-4va.es", core.Email, certain, core.ByContext},
		{"phone with prefix", "0034 612-34 56 78", "+34612345678", core.Tel, certain, core.ByContext},
		{"phone in threes", "612 345 678", "+34612345678", core.Tel, certain, core.ByContext},
		{"phone with a word", "tel. 612345678", "+34612345678", core.Tel, likely, core.ByContext},
		{"name", "MARI\u0301A PÉREZ", "maria perez", core.Nombre, certain, core.ByCatalogue},
		{"name, surname first", "Pérez, María", "maria perez", core.Nombre, certain, core.ByCatalogue},
		{"name with a cue", "D. Rosa", "rosa", core.Nombre, likely, core.ByCatalogue},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := s.Find(nil, []byte(tc.in))
			require.Len(t, found, 1)
			f := found[0]
			assert.Equal(t, tc.value, f.Value)
			assert.Equal(t, tc.kind, f.Kind)
			assert.Equal(t, tc.confidence, f.Confidence)
			assert.Equal(t, tc.basis, f.Basis)
			assert.Equal(t, core.Replace, f.Disposition)
		})
	}
}

func TestFindAppends(t *testing.T) {
	before := []core.Finding{{Kind: core.Blob, Start: 7, End: 9}}
	found := kitSet(t).Find(before, []byte("12345678Z"))
	require.Len(t, found, 2)
	assert.Equal(t, before[0], found[0])
}

func TestFindSettlesOverlaps(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"a name in an address", "maria.perez@clinica.es", []string{"maria.perez@clinica.es"}},
		{"the longer of address and name", "José Antonio García López@c.es", []string{"José Antonio García López"}},
		{"what the longer one leaves", "Ana María Pérez@clinica-lopez.es", []string{"Ana", "Pérez@clinica-lopez.es"}},
		{"a name in a reserved address", "maria.perez@example.com", []string{"maria.perez"}},
		{"a name twice", "María Pérez, María Pérez", []string{"María Pérez", "María Pérez"}},
		{"a sentence goes on", "ana@clinica.es.DE02120300000000202051", []string{"ana@clinica.es", "DE02120300000000202051"}},
		{"a year after an address", "ana@clinica.es2024 left-pad@1.0.rc1", []string{"ana@clinica.es"}},
		{"two phones after one word", "tel. 612345678 912345678", []string{"612345678", "912345678"}},
		{"a phone before a DNI", "tel. 612345678 12345678Z", []string{"612345678", "12345678Z"}},
		{"two names in one word", "AnaMercadona", []string{"Ana", "Mercadona"}},
		{"a name after a domain in Cyrillic", "ana@clinica.оргPérez María", []string{"ana@clinica.орг", "Pérez María"}},
		{"a path that runs into a name", "backup@clinica.es:/var/backupsMcDonald Ruiz", []string{"McDonald Ruiz"}},
		{"a path that ends in encoded data", "scp x backup@clinica.es:/var/MTIzNDU2Nzha", []string{"MTIzNDU2Nzha"}},
		{"a tax number after an address whose dot is disguised", "7@clinica&period;esb12345674", nil},
		{"a name that runs into an address", "ana@clinica.esb12345674", []string{"ana"}},
		{"a word in quoted-printable behind a DNI", "12345678Z=6D=61=72=69=61=2E=70=65=72=65=7A", nil},
		{"no phone within an escape sequence", `a \\u0034612345678`, nil},
		{"a name that runs on from an address in full width", "ana＠clinica．ｘｎ－－ｐ１ａｉóscar ñíguez", []string{"ana＠clinica．ｘｎ－－ｐ１ａｉ", "óscar ñíguez"}},
		{"a card behind a percent sign", "612 345 678%2720 9999 9999 9996", []string{"612 345 678", "2720 9999 9999 9996"}},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, texts(s, tc.in))
		})
	}
}

// texts are the texts of what s finds.
func texts(s *Set, in string) []string {
	var out []string
	for _, f := range s.Find(nil, []byte(in)) {
		out = append(out, in[f.Start:f.End])
	}
	return out
}

func TestFindTreatsTokensAsOpaque(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"letters are no label", "[DNI-001] 12345678A", nil},
		{"letters are no phone word", "[TEL-001] 612345678", nil},
		{"a phone beside is a number", "[TEL-001] 612 345 678", nil},
		{"an IBAN before is a number", "[IBAN-001] 612 345 678", nil},
		{"a DNI after is a number", "612 345 678 [DNI-001]", nil},
		{"nor has it decimals", "[TEL-001].12345678Z", []string{"12345678Z"}},
		{"a DNI before is none", "[DNI-001] 612 345 678", []string{"612 345 678"}},
		{"a name beside is none", "[NOMBRE-001] 612 345 678", []string{"612 345 678"}},
		{"a label reaches over a token", "tel. de [NOMBRE-001]: 612345678", []string{"612345678"}},
		{"a name does not reach over a token", "María [DNI-001] Pérez", nil},
		{"an encoded token", "%5BDNI-001%5D 12345678A", nil},
		{"a token in JSON in JSON", `\\u005bTEL-001\\u005d 612345678`, nil},
		{"an escaped token", `\[DNI-001\] 12345678A`, nil},
		{"an entity", `&#91;DNI-001&#93; 12345678A`, nil},
		{"what is no token is text", "[DNI-1] 12345678A", []string{"12345678A"}},
		{"a path does not end at a token", "backup@clinica.es:/obra[NOMBRE-001]", []string{"backup@clinica.es"}},
		{"nor is one that begins with a token", "ana@clinica.es:a/[TEL-001]", []string{"ana@clinica.es"}},
		{"a path goes on with a token", "backup@clinica.es:/var/backups[NOMBRE-001]", nil},
		{"an IBAN after a dash and a name", `[NOMBRE-001]–\u0045S91-2100-0418-4502-0005-1332`, []string{`\u0045S91-2100-0418-4502-0005-1332`}},
		{"a card after a percent sign is no unit", "612 345 678%[TARJETA-001]", []string{"612 345 678"}},
		{"a card after a plus is a number", "612 345 678 +[TARJETA-001]", nil},
		{"quoted-printable does not go on from a token", "[TEL-001]=31@clinica.es", []string{"31@clinica.es"}},
		{"nor over a blank from an address", "[EMAIL-001] =71@clinica.es", []string{"71@clinica.es"}},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, texts(s, tc.in))
		})
	}
}

func TestFindDependsOnTheTextAlone(t *testing.T) {
	s := kitSet(t)
	p := newPieces(t, 3)
	for range 2_000 {
		text := []byte(p.text())
		before := bytes.Clone(text)
		first := s.Find(nil, text)
		require.Equal(t, first, s.Find(nil, text))
		require.Equal(t, before, text, "Find must not write to the text")
	}
}

// sound says whether the findings are in range, in rising order, without
// overlap, and complete.
func sound(found []core.Finding, text []byte) bool {
	at := 0
	for _, f := range found {
		if f.Start < at || f.End <= f.Start || f.End > len(text) {
			return false
		}
		if f.Disposition == core.Replace && (f.Value == "" || !f.Kind.InToken()) {
			return false
		}
		at = f.End
	}
	return true
}

func FuzzSpansAreSound(f *testing.F) {
	p := newPieces(f, 4)
	for range 50 {
		f.Add([]byte(p.text()))
	}
	for _, d := range plant.Disguises() {
		v := plant.Variants()[p.rng.IntN(len(plant.Variants()))]
		f.Add(plant.New(p.rng.Uint64()).Sample(v, d).Text)
	}
	s := kitSet(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		require.True(t, sound(s.Find(nil, text), text))
	})
}

func TestUnscannable(t *testing.T) {
	run := func(n int) string { return strings.Repeat("\x80", n) }
	tests := []struct {
		name, in string
		want     core.Obstacle
	}{
		{"a NUL byte", "12345678Z\x00", core.ObstacleBinary},
		{"text", "12345678Z", ""},
		{"long opaque run", run(opaqueRun + 1), core.ObstacleUndecodable},
		{"opaque run just short", run(opaqueRun), ""},
		{"opaque run, mostly text", run(opaqueRun+1) + strings.Repeat("a", 10*opaqueRun), ""},
		{"opaque run over a third", strings.Repeat("a", 2*opaqueRun) + run(opaqueRun+1), core.ObstacleUndecodable},
		{"Latin-1", strings.Repeat("Mar\xeda P\xe9rez ", 1000), ""},
		{"empty", "", ""},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := s.Find(nil, []byte(tc.in))
			if tc.want == "" {
				for _, f := range found {
					assert.NotEqual(t, core.Unscannable, f.Kind)
				}
				return
			}
			require.Equal(t, []core.Finding{{
				Kind: core.Unscannable, End: len(tc.in), Obstacle: tc.want,
				Confidence: core.Certain, Disposition: core.Refuse,
			}}, found)
		})
	}
}

func TestAllow(t *testing.T) {
	tests := []struct {
		name, in        string
		values, domains []string
		want            []string
	}{
		{"canonical value", "12.345.678-Z", []string{"12345678Z"}, nil, nil},
		{"another spelling of it", "12345678Z", []string{"12.345.678-Z"}, nil, nil},
		{"exact text", "tel. 612345678", []string{"612345678"}, nil, nil},
		{"another value", "12345678Z", []string{"87654321X"}, nil, []string{"12345678Z"}},
		{"name", "María Pérez", []string{"PÉREZ, MARÍA"}, nil, nil},
		{"a name in an allowed address is covered", "ana@clinica.es", []string{"ana@clinica.es"}, nil, nil},
		{"domain", "a@clinica.es b@otra.es", nil, []string{"clinica.es"}, []string{"b@otra.es"}},
		{"subdomain", "a@correo.clinica.es", nil, []string{"Clinica.ES"}, nil},
		{"domain of the same ending", "a@miclinica.es", nil, []string{"clinica.es"}, []string{"a@miclinica.es"}},
		{"domain with an accent", "a@clínica.es", nil, []string{"clínica.es"}, nil},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			s, err := New(Options{Catalogue: kitSet(t).catalogue, AllowValues: tc.values, AllowDomains: tc.domains})
			require.NoError(t, err)
			assert.Equal(t, tc.want, texts(s, tc.in))
		})
	}
}

func TestAllowRefusesWhatCannotMatch(t *testing.T) {
	tests := []struct {
		name string
		o    Options
		want AllowError
	}{
		{"empty value", Options{AllowValues: []string{"a", " "}}, AllowError{List: "values", Index: 1}},
		{"no domain", Options{AllowDomains: []string{"*"}}, AllowError{List: "domains", Index: 0}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			_, err := New(tc.o)
			var got *AllowError
			require.ErrorAs(t, err, &got)
			got.Problem = ""
			assert.Equal(t, tc.want, *got)
		})
	}
}

// Adversarial text must not cost more than linear time. Allocations are the
// counted work: what grows with the square grows here too, or hangs the test.
func TestAdversarialTextIsDone(t *testing.T) {
	s := kitSet(t)
	for _, unit := range []string{"1", "1 ", "1.", "12 345 678 ", "ES91 ", "ES91", "a@", "@", "a.b@c.d.", "[DNI-001]", "[",
		"tel 612345678 ", "tel ", "Ana ", "Ana María ", "aB", "A", "ñ", "\u0301", "\xff", "Ana,", "X1234567", "+34", "0034 ",
		"a@b.es@c.es@d.es ", "D.N.I.", "Sra. Rosa ", "Rosa ", ".", "_", "\n", "xn--.", "é@é.é", `\n`, `\u000a`, "\x1b[3", `\1`, "ana\\n", "a@b.es:", "(91) ", "ssh -p 22 ", "+34 (", "4539 "} {
		text := []byte(strings.Repeat(unit, 300_000/len(unit)))
		require.True(t, sound(s.Find(nil, text), text), "%q", unit)
	}
}
