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

// made draws made-up values whose check digits are computed here, apart from the
// code under test.
type made struct{ *rand.Rand }

func (m made) pick(list ...string) string { return list[m.IntN(len(list))] }

func (m made) digits(n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(byte('0' + m.IntN(10)))
	}
	return b.String()
}

// group writes s in groups of the given sizes, the last of which goes on.
func group(s, sep string, sizes ...int) string {
	var parts []string
	for i := 0; len(s) > 0; i++ {
		n := min(len(s), sizes[min(i, len(sizes)-1)])
		parts, s = append(parts, s[:n]), s[n:]
	}
	return strings.Join(parts, sep)
}

func (m made) iban() (spelling, value string) {
	country := m.pick("ES", "DE", "PT", "NO", "CH", "PL")
	lengths := map[string]int{"ES": 24, "DE": 22, "PT": 25, "NO": 15, "CH": 21, "PL": 28}
	body := m.digits(lengths[country] - 4)
	rest := 0
	for _, c := range body + fmt.Sprint(country[0]-'A'+10, country[1]-'A'+10, "00") {
		if c != ' ' {
			rest = (rest*10 + int(c-'0')) % 97
		}
	}
	value = fmt.Sprintf("%s%02d%s", country, 98-rest, body)
	if m.IntN(2) == 0 {
		return m.pick(value, strings.ToLower(value)), value
	}
	return group(value, m.pick(" ", "-", ".", "\u00a0", "\u2009", "\u2011"), 4), value
}

func (m made) card() (spelling, value string) {
	sep := m.pick(" ", "-", "\u00a0")
	switch m.IntN(3) {
	case 0:
		value = withLuhn(m.pick("34", "37") + m.digits(12))
		return group(value, sep, 4, 6, 5), value
	case 1:
		value = withLuhn(m.pick("36", "38") + m.digits(11))
		return group(value, sep, 4, 6, 4), value
	}
	value = withLuhn(m.pick("4539", "5105", "2345", "6011", "3530", "6212", "6759") + m.digits(11))
	return group(value, sep, 4), value
}

func withLuhn(s string) string {
	sum := 0
	for i := range s {
		n := int(s[len(s)-1-i] - '0')
		if i%2 == 0 {
			n = n*2%10 + n*2/10
		}
		sum += n
	}
	return s + fmt.Sprint((10-sum%10)%10)
}

func (m made) phone() (spelling, value string) {
	national := m.pick("6", "71", "74", "91", "93", "955", "981")
	national += m.digits(8-len(national)) + m.pick("1", "2", "3", "4", "5", "6", "7", "8", "9")
	switch m.IntN(4) {
	case 0:
		return m.pick("+34", "+34 ", "0034", "0034 ", "+34-") + group(national, m.pick("", " ", "-", "."), 3), "+34" + national
	case 1:
		return "(+34) " + group(national, " ", 3, 2), "+34" + national
	case 2:
		return group(national, m.pick(" ", "-", "\u00a0"), 3), "+34" + national
	}
	return group(national, m.pick(" ", "-"), 3, 2), "+34" + national
}

func (m made) email() (spelling, value string) {
	local := m.pick("ana", "jose.perez", "m_lopez", "info+citas", "a.b-c", "x9") + m.digits(m.IntN(3))
	value = local + "@" + m.pick("", "correo.", "mail2.") + m.pick("clinica", "mi-hospital", "a1") + "." + m.pick("es", "com", "cat", "health", "com.es", "local")
	return m.pick(value, strings.ToUpper(value)), value
}

// Values of each kind are found in every place where people write them, with
// exactly their bounds and their canonical value.
func TestMadeValuesAreFound(t *testing.T) {
	places := []string{"%s", "%s\n", "\n%s", "es %s, ya", "es %s.", "(%s)", "\"%s\"", "'%s'", "x: %s; y", "<%s>", "| %s | b |", "{\"k\":\"%s\",\"n\":1}",
		"a,%s,b", "\t%s\t", "ñ %s ñ", "«%s»", "k=%s&n=a", `{"t":"hola\n%s\nadios"}`, "**%s**", "\u200b%s", "<td>%s</td>", "Sra. López %s"}
	kinds := []struct {
		kind core.Kind
		make func(made) (spelling, value string)
	}{
		{core.IBAN, made.iban}, {core.Tarjeta, made.card}, {core.Tel, made.phone}, {core.Email, made.email},
	}
	s, err := New(Options{})
	require.NoError(t, err)
	m := made{rand.New(rand.NewPCG(41, 1))}
	for _, k := range kinds {
		for i := range 10_000 {
			spelling, value := k.make(m)
			before, after, _ := strings.Cut(places[i%len(places)], "%s")
			text := before + spelling + after
			found := s.Find(nil, []byte(text))
			require.Len(t, found, 1, "%q", text)
			f := found[0]
			require.Equal(t, []any{k.kind, spelling, value}, []any{f.Kind, text[f.Start:f.End], f.Value}, "%q", text)
		}
	}
}

func TestSplitIBANReadsPlainly(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"in one line", "ES91 2100 0418 4502 0005 1332", ""},
		{"over two lines", "ES91 2100 0418\n> 4502 0005 1332", "ES9121000418450200051332"},
		{"over an escaped line end", `ES91 2100 0418\n4502 0005 1332`, "ES9121000418450200051332"},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := s.Find(nil, []byte(tc.in))
			require.Len(t, found, 1)
			require.Equal(t, tc.want, found[0].Plain)
		})
	}
}

func TestAccountCodeIsItsIBAN(t *testing.T) {
	found := kitSet(t).Find(nil, []byte("2100-0418-45-0200051332"))
	require.Len(t, found, 1)
	require.Equal(t, "ES9121000418450200051332", found[0].Value)
}

func TestLineKindsHaveFortyHitsAndMisses(t *testing.T) {
	hits, misses := map[core.Kind]int{}, map[core.Kind]int{}
	for _, c := range kitCases(t) {
		if len(c.Spans) > 0 {
			hits[c.Kind]++
		} else {
			misses[c.Kind]++
		}
	}
	for _, kind := range []core.Kind{core.IBAN, core.Tarjeta, core.Tel, core.Email} {
		require.GreaterOrEqual(t, hits[kind], 40, "hits of %s", kind)
		require.GreaterOrEqual(t, misses[kind], 40, "misses of %s", kind)
	}
}
