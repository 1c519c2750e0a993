// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/core/laws"
	"github.com/veil-guard/veil/detectors/kit"
)

// lawTexts is how many texts are drawn for one seed.
const lawTexts = 20_000

// The spans of a text in which one finding is replaced by its token are the
// remaining spans of the text (decision 19).
func TestReplacingOneFindingLeavesTheOthers(t *testing.T) {
	require.Greater(t, replaceEach(t, kitSet(t), newPieces(t, 1), lawTexts), lawTexts)
}

// The same holds where the values are disguised.
func TestReplacingOneDisguisedFindingLeavesTheOthers(t *testing.T) {
	require.Greater(t, replaceEach(t, kitSet(t), newDisguisedPieces(t, 2), lawTexts), lawTexts)
}

// Values that run into one another, as random texts once had them.
func TestReplacingOneOfTwoThatTouchLeavesTheOther(t *testing.T) {
	s := kitSet(t)
	for _, text := range []string{
		"ana@clinica.оргPérez María",
		"ana@clinica.оргAna",
		"backup@clinica.es:/var/backupsMcDonald Ruiz",
		"backup@clinica.es:/obra/backupsMcDonald Ruiz",
		"rsync -av --delete obra/ ana@clinica.es:obra/2b33343631323334353637382b333436",
		"ana@clinica.esES9121000418450200051332я2024mariaPerez01ES9121000418450200051332",
		"ana@clinica.es.tel+351912345678",
		"ana@clinica.es.IBAN-ES91-2100-0418-4502-0005-1332",
		"ana@clinica.esb12345674",
		"ana@clinica.es:a/+44279460958",
		"IBAN-ES91-2100-0418-4502-0005-1332 21000418450200051332",
		"msNortiaCCC21000418450200051332 612 345 678",
		"matrícula 12345 BCD 612-345-678 1234BCD",
		"amex 378282246310005=6759 6498 2643 8453",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3OFoifQ.c2lnbmF0dXJlban_ES9121000418450200051332.pdf",
		"<diagram>...</diagram>7b226b223a2231323334353637385a227d ana",
		"MTIzNDU2Nzha@clinica.es:/var/backupsMTIzNDU2Nzha",
		"+34912345678=31@clinica.es",
		"700 123 456 +4539 1488 0343 6467",
		"-612 000 001\n+612 345 678\n+91 234 56 78\n+600-123-456 +34 612 345 678",
		"+IBAN: ES91 2100 0418\n+4502 0005 1332\n+612 345 678",
		"+María\n+Pérez\n-María\n-Pérez\n+María Pérez",
		"phone=612345678+34612345675",
		"/x?q=ana ruiz+600+123+456+María+Pérez&dni=12345678+Z&ana+obra@clinica.es",
		"tel=600+123+456+612+345+678&iban=ES91+2100+0418+4502+0005+1332+Ana&x=+Ana+700+123+456",
		"GET /q?a=María Pérez,+4548+9561+9693+8744,+ES91 2100 0418 4502 0005 1332+600+123+456",
		"nombre=Ana+ana@clinica.es+María+Pérez+Mar%C3%ADa+P%C3%A9rez+12345678Z+600+123+456",
		"dni,x\n12345678.0,12345678.0\n87654321.0,a",
		"id;telefono;dni\n1;=\"612345678\";12.345.678,00\n2;\"=\"\"612345678\"\"\";12345678Z",
	} {
		require.Empty(t, violation(s, text))
	}
}

// With VEIL_LAW_SEEDS or VEIL_LAW_TIME the law is tried on many seeds, and every violation
// is printed, made as short as it goes.
func TestReplacingOneFindingOnManySeeds(t *testing.T) {
	if os.Getenv("VEIL_LAW_SEEDS")+os.Getenv("VEIL_LAW_TIME") == "" {
		t.Skip("set VEIL_LAW_SEEDS or VEIL_LAW_TIME")
	}
	s := kitSet(t)
	for name, draw := range map[string]func(testing.TB, uint64) *pieces{"plain": newPieces, "disguised": newDisguisedPieces} {
		t.Run(name, func(t *testing.T) {
			for seed := range laws.Seeds(t, 0) {
				p := draw(t, seed+1)
				for range lawTexts {
					if text := p.text(); violation(s, text) != "" {
						short := shortened(text, func(text string) bool { return violation(s, text) != "" })
						t.Errorf("seed %d: %s\nof %q", seed+1, violation(s, short), text)
					}
				}
			}
		})
	}
}

// replaceEach replaces each finding in n texts, one at a time, and says how many
// there were.
func replaceEach(t *testing.T, s *Set, p *pieces, n int) int {
	t.Helper()
	replaced := 0
	for range n {
		text := p.text()
		found := s.Find(nil, []byte(text))
		for i, f := range found {
			token := core.Token{Kind: f.Kind, Number: 900 + p.rng.IntN(900), Form: 1 + p.rng.IntN(2)}.String()
			want, after := replacing(text, token, found, i)
			require.Equal(t, want, spansOf(s.Find(nil, []byte(after)), ""), "%q -> %q", text, after)
			replaced++
		}
	}
	return replaced
}

// replacing returns text with the i-th of its findings replaced by a token, and where
// the others stand in it.
func replacing(text, token string, found []core.Finding, i int) (others []kit.Span, after string) {
	f := found[i]
	shift := len(token) - (f.End - f.Start)
	for j, g := range found {
		switch {
		case j < i:
			others = append(others, kit.Span{Start: g.Start, End: g.End})
		case j > i:
			others = append(others, kit.Span{Start: g.Start + shift, End: g.End + shift})
		}
	}
	return others, text[:f.Start] + token + text[f.End:]
}

// violation describes the first finding of text that does not leave the others as
// they are, or is empty.
func violation(s *Set, text string) string {
	found := s.Find(nil, []byte(text))
	for i, f := range found {
		want, after := replacing(text, core.Token{Kind: f.Kind, Number: 901, Form: 1}.String(), found, i)
		if got := spansOf(s.Find(nil, []byte(after)), ""); !slices.Equal(got, want) {
			return fmt.Sprintf("%q has %q\n  -> %q should have %q but has %q", text, textsAt(text, spansOf(found, "")), after, textsAt(after, want), textsAt(after, got))
		}
	}
	return ""
}

func textsAt(text string, spans []kit.Span) []string {
	var list []string
	for _, s := range spans {
		list = append(list, text[s.Start:s.End])
	}
	return list
}

// shortened leaves out of text what it can while it stays bad.
func shortened(text string, bad func(string) bool) string {
	for size := len(text) / 2; size > 0; {
		shorter := false
		for at := 0; at+size <= len(text); {
			if without := text[:at] + text[at+size:]; bad(without) {
				text, shorter = without, true
			} else {
				at += size
			}
		}
		if !shorter || size > len(text) {
			size /= 2
		}
	}
	return text
}
