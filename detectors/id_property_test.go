// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// madeID is a made-up number: how it is written, its canonical value, and whether
// it needs its label.
type madeID struct {
	text, value string
	labelled    bool
}

// idMaker makes numbers of one kind in every spelling.
type idMaker struct {
	kind   core.Kind
	labels []string // each with what stands between it and the number
	make   func(*rand.Rand) madeID
}

// Every made-up number is found, with its canonical value, wherever it stands; and
// what its canonical value spells is found as the same.
func TestMadeUpNumbersAreFound(t *testing.T) {
	const samples = 10_000
	s, err := New(Options{})
	require.NoError(t, err)
	for _, m := range idMakers() {
		t.Run(string(m.kind), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 11))
			for range samples {
				id := m.make(rng)
				label := pick(rng, m.labels...)
				if !id.labelled && rng.IntN(2) == 0 {
					label = ""
				}
				before := pick(rng, "", "Cliente nuevo.\n", "ñ ", "(", "— ", "a;", "\"", "\t", `x\n`, "\x1b[31m") + label
				after := pick(rng, "", ".", ", y más", "\n", ")", "»", "\" }", ";", `\n`, "\x1b[0m", "<", "_firmado.pdf")
				text := before + id.text + after
				requireFound(t, s, m.kind, text, id, len(before))
				canonical := pick(rng, m.labels...) + id.value
				requireFound(t, s, m.kind, canonical, madeID{text: id.value, value: id.value}, len(canonical)-len(id.value))
			}
		})
	}
}

func requireFound(t *testing.T, s *Set, kind core.Kind, text string, id madeID, at int) {
	t.Helper()
	found := s.Find(nil, []byte(text))
	require.Len(t, found, 1, "%q", text)
	f := found[0]
	require.Equal(t, fmt.Sprint(kind, at, at+len(id.text), id.value), fmt.Sprint(f.Kind, f.Start, f.End, f.Value), "%q", text)
}

func pick(rng *rand.Rand, list ...string) string { return list[rng.IntN(len(list))] }

func digitsOf(rng *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('0' + rng.IntN(10))
	}
	return string(b)
}

// cut cuts a string into pieces of these sizes and joins them.
func cut(s, sep string, sizes ...int) string {
	var out []string
	for _, n := range sizes {
		out, s = append(out, s[:n]), s[n:]
	}
	return strings.Join(append(out, s), sep)
}

// idBlanks and idHyphens are what typesetting makes of " " and "-".
func idBlank(rng *rand.Rand) string  { return pick(rng, " ", "\u00a0", "\u2007", "\u2009", "\u202f") }
func idHyphen(rng *rand.Rand) string { return pick(rng, "-", "\u2010", "\u2011", "\u2013", "\u2212") }

func idMakers() []idMaker {
	taxLabels := []string{"DNI ", "D.N.I.: ", "dni=", "NIF", "NIF/CIF: ", "NIF nº ", "\"nif\": \"", "<nif>", "clienteDni: ", "dni_", "numdni "}
	return []idMaker{
		{core.DNI, append([]string{"NIE: ", "documento nacional de identidad ", "identificación: "}, taxLabels...), makeDNI},
		{core.CIF, append([]string{"CIF", "C.I.F. ", "VAT ES", "cif_"}, taxLabels...), makeCIF},
		{core.NSS, []string{"NSS ", "nss=", "Seguridad Social: ", "N.S.S. ", "nº de afiliación ", "NSS"}, makeNSS},
		{core.Pasaporte, []string{"pasaporte ", "Passport nº ", "\"passportNumber\":\"", "pasaporte_"}, makePassport},
		{core.Matricula, []string{"matrícula ", "Matrícula: ", "plate=", "\"matricula\":\"", "matricula_"}, makePlate},
	}
}

// makeDNI makes DNI, NIE and NIF of K, L and M.
func makeDNI(rng *rand.Rand) madeID {
	prefix, digits := pick(rng, "", "", "", "X", "Y", "Z", "K", "L", "M"), digitsOf(rng, 7)
	if prefix == "" {
		digits = digitsOf(rng, 1) + digits
	}
	d := dni{}
	copy(d.value[:], prefix+digits)
	letter := string(dniLetters[d.number()%len(dniLetters)])
	id := madeID{value: prefix + digits + letter}
	head := len(prefix)
	hyphen, blank := idHyphen(rng), idBlank(rng)
	switch rng.IntN(9) {
	case 0, 1:
		id.text = id.value
	case 2:
		id.text, id.labelled = strings.ToLower(id.value), true
	case 3:
		id.text = cut(id.value, hyphen, head+len(digits))
	case 4:
		id.text = cut(digits, ".", len(digits)-6, 3) + pick(rng, "", hyphen, ".", blank) + letter
	case 5:
		id.text = cut(digits, blank, len(digits)-6, 3) + pick(rng, "", blank, hyphen) + letter
	case 6: // mixed
		id.text, id.labelled = cut(digits, ".", len(digits)-6)[:len(digits)-2]+hyphen+digits[len(digits)-3:]+" "+letter, true
	case 7: // far from its letter
		id.text, id.labelled = digits+pick(rng, " - ", "/", " / ", "- ")+letter, true
	case 8: // a wrong letter
		letter = string(dniLetters[(d.number()+1+rng.IntN(22))%len(dniLetters)])
		id.text, id.value, id.labelled = prefix+digits+letter, prefix+digits+letter, true
	}
	if head > 0 && !strings.HasPrefix(strings.ToUpper(id.text), prefix) {
		id.text = prefix + pick(rng, "", hyphen) + id.text
		id.labelled = true
	}
	// Dates before T and Z are none without a label.
	id.labelled = id.labelled || head == 0 && (digits[:2] == "19" || digits[:2] == "20")
	return id
}

func makeCIF(rng *rand.Rand) madeID {
	c := cif{idNumber: idNumber{prefix: idLetter{c: cifPrefixes[rng.IntN(len(cifPrefixes))]}}}
	digits := "1" + digitsOf(rng, 6)
	copy(c.digits[:], digits)
	for _, control := range "0123456789" + cifLetters {
		if c.control = byte(control); c.holds() {
			break
		}
	}
	prefix, control := string(c.prefix.c), string(c.control)
	id := madeID{value: prefix + digits + control}
	hyphen, blank := idHyphen(rng), idBlank(rng)
	switch rng.IntN(7) {
	case 0, 1:
		id.text = id.value
	case 2:
		id.text, id.labelled = strings.ToLower(id.value), true
	case 3:
		id.text = cut(id.value, hyphen, 1)
	case 4:
		id.text = cut(id.value, pick(rng, hyphen, blank), 1, 7)
	case 5:
		id.text = prefix + pick(rng, "", hyphen, blank) + cut(digits+control, pick(rng, ".", blank), 2, 3)
		if !isDigit(c.control) {
			id.text = prefix + pick(rng, "", hyphen) + cut(digits, ".", 1, 3) + pick(rng, "", hyphen) + control
		}
	case 6: // a wrong control
		control = string("0123456789"[(int(control[0])+1+rng.IntN(9))%10])
		id.text, id.value, id.labelled = prefix+digits+control, prefix+digits+control, true
	}
	// What may be a date is none without a label.
	id.labelled = id.labelled || digits[:2] == "19"
	return id
}

func makeNSS(rng *rand.Rand) madeID {
	n := nss{}
	copy(n.digits[:], digitsOf(rng, 10))
	for control := range 97 {
		copy(n.digits[10:], fmt.Sprintf("%02d", control))
		if n.holds() {
			break
		}
	}
	value := string(n.digits[:])
	return madeID{pick(rng, value, cut(value, pick(rng, "/", idBlank(rng), idHyphen(rng)), 2, 8)), value, true}
}

func makePassport(rng *rand.Rand) madeID {
	letters, digits := capitals(rng, 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), digitsOf(rng, 6)
	text := pick(rng, letters+digits, letters+idBlank(rng)+digits, letters+idHyphen(rng)+digits, strings.ToLower(letters)+digits)
	return madeID{text, letters + digits, true}
}

func makePlate(rng *rand.Rand) madeID {
	digits, letters := digitsOf(rng, 4), capitals(rng, 3, plateLetters)
	province := strings.TrimSpace(provinces[3*rng.IntN(len(provinces)/3):][:3])
	sep := pick(rng, "", idBlank(rng), idHyphen(rng))
	if rng.IntN(3) == 0 {
		return madeID{province + sep + digits + sep + letters[:2], province + digits + letters[:2], true}
	}
	return madeID{pick(rng, digits+sep+letters, digits+strings.ToLower(letters)), digits + letters, true}
}

func capitals(rng *rand.Rand, n int, of string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = of[rng.IntN(len(of))]
	}
	return string(b)
}
