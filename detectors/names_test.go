// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/veil-guard/veil/core"
)

// A name has one value in every spelling; Plain is how a disguised one reads.
func TestNamesHaveValueAndPlain(t *testing.T) {
	tests := []struct{ name, in, value, plain string }{
		{"plain", "María Pérez", "maria perez", ""},
		{"decomposed", "Mari\u0301a Pe\u0301rez", "maria perez", ""},
		{"no-break space", "María\u00a0Pérez", "maria perez", ""},
		{"snake", "maria_perez", "maria perez", ""},
		{"camel", "MariaPerez", "maria perez", ""},
		{"turned", "Pérez María", "maria perez", ""},
		{"soft hyphen", "Ma\u00adría Pérez", "maria perez", "María Pérez"},
		{"zero width", "MARÍA\u200b PÉREZ", "maria perez", "MARÍA PÉREZ"},
		{"hidden and decomposed", "Mari\u0301\u00ada Pe\u0301rez", "maria perez", "María Pérez"},
		{"full width", "Ｍａｒía Ｐéｒｅｚ", "maria perez", "María Pérez"},
		{"look-alikes", "М\u0430ría P\u0435rez", "maria perez", "María Perez"},
		{"Windows-1252", "Mar\xeda P\xe9rez", "maria perez", "María Pérez"},
		{"Windows-1252, no-break space", "Mar\xeda\xa0P\xe9rez", "maria perez", "María Pérez"},
		{"a line end", "María\r\n    Pérez", "maria perez", "María Pérez"},
		{"a quoted line end", "Pérez,\n> > María", "maria perez", "Pérez, María"},
		{"an escaped line end", `María\n\tPérez`, "maria perez", "María Pérez"},
		{"another script as listed", "ΕΛΈΝΗ ΠΑΠΠΆ", string(appendFolded(nil, []byte("Ελένη"), 99)) + " " + string(appendFolded(nil, []byte("Παππά"), 99)), ""},
		{"apostrophe", "Sean O’Brien", "sean o brien", ""},
		{"legal form as listed", "Construcciones Olmo Ruiz, S.L.", "construcciones olmo ruiz sl", ""},
		{"legal form left out", "Construcciones Olmo Ruiz", "construcciones olmo ruiz sl", ""},
		{"another legal form", "Construcciones Olmo Ruiz SLU", "construcciones olmo ruiz sl", ""},
		{"legal form put in", "Talleres Hermanos Peña S.A.", "talleres hermanos pena", ""},
		{"legal form over a line end", "Talleres Hermanos Peña,\nS.A.", "talleres hermanos pena", "Talleres Hermanos Peña, S.A"},
		{"hyphen kept", "Inés\u200b Núñez-Bravo", "ines nunez bravo", "Inés Núñez-Bravo"},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := s.Find(nil, []byte(tc.in))
			require.Len(t, found, 1)
			assert.Equal(t, tc.value, found[0].Value)
			assert.Equal(t, tc.plain, found[0].Plain)
			assert.Equal(t, core.Nombre, found[0].Kind)
		})
	}
}

// setOf has a catalogue of these names.
func setOf(t testing.TB, names ...string) *Set {
	t.Helper()
	c, err := ParseCatalogue([]byte(strings.Join(names, "\n")))
	require.NoError(t, err)
	s, err := New(Options{Catalogue: c})
	require.NoError(t, err)
	return s
}

func TestNamesPreferTheEntryThatFitsBest(t *testing.T) {
	s := setOf(t, "Vega Olmo, S.A.", "Vega Olmo SL", "Luz Sol Mar", "Mar Luz Sol", "Nortia SL", "María Sá")
	tests := []struct{ name, in, value string }{
		{"one legal form", "Vega Olmo S.A.", "vega olmo sa"},
		{"the other", "Vega Olmo, S.L.", "vega olmo sl"},
		{"none: the first", "Vega Olmo", "vega olmo sa"},
		{"as written", "Luz Sol Mar", "luz sol mar"},
		{"as the other is written", "Mar Luz Sol", "mar luz sol"},
		{"surname first", "Mar, Luz Sol", "luz sol mar"},
		{"a word of a firm with a form", "NORTIA, S.L.", "nortia sl"},
		{"a surname like a legal form", "María Sá", "maria sa"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := s.Find(nil, []byte(tc.in))
			require.Len(t, found, 1)
			assert.Equal(t, tc.value, found[0].Value)
		})
	}
}

// nameSpelling writes a name in one of the ways in which it is found: the words, with
// what goes between, and whether it is a disguise.
type nameSpelling struct {
	name     string
	write    func(rng *rand.Rand, words []string) string
	disguise bool
}

func nameSpellings() []nameSpelling {
	join := func(sep string) func(*rand.Rand, []string) string {
		return func(_ *rand.Rand, words []string) string { return strings.Join(words, sep) }
	}
	each := func(change func(*rand.Rand, string) string) func(*rand.Rand, []string) string {
		return func(rng *rand.Rand, words []string) string {
			changed := make([]string, len(words))
			for i, w := range words {
				changed[i] = change(rng, w)
			}
			return strings.Join(changed, " ")
		}
	}
	return []nameSpelling{
		{"plain", join(" "), false},
		{"dots", join("."), false},
		{"snake", join("_"), false},
		{"slug", func(_ *rand.Rand, w []string) string { return strings.ToLower(strings.Join(w, "-")) }, false},
		{"camel", join(""), false},
		{"capitals", func(_ *rand.Rand, w []string) string { return strings.ToUpper(strings.Join(w, " ")) }, false},
		{"no accents", each(func(_ *rand.Rand, w string) string { return withoutAccents(w) }), false},
		{"decomposed", each(func(_ *rand.Rand, w string) string { return norm.NFD.String(w) }), false},
		{"no-break space", join("\u00a0"), false},
		{"surname first", func(_ *rand.Rand, w []string) string { return strings.Join(w[1:], " ") + ", " + w[0] }, false},
		{"turned", func(_ *rand.Rand, w []string) string { return strings.Join(w[1:], " ") + " " + w[0] }, false},
		{"hidden", each(func(rng *rand.Rand, w string) string {
			at := 1 + rng.IntN(len([]rune(w))-1)
			return string([]rune(w)[:at]) + []string{"\u00ad", "\u200b", "\u2060", "\ufeff"}[rng.IntN(4)] + string([]rune(w)[at:])
		}), true},
		{"full width", each(func(_ *rand.Rand, w string) string { return fullWidth(w) }), true},
		{"line end", join("\n  "), true},
		{"quoted line end", join("\r\n> "), true},
		{"Windows-1252", each(func(_ *rand.Rand, w string) string { return latin1(w) }), true},
	}
}

func withoutAccents(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

func fullWidth(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r - 'A' + 'Ａ'
		}
		return r
	}, s)
}

func latin1(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteByte(byte(r))
	}
	return b.String()
}

// Every entry is found in every spelling, whole, with its canonical value, and what
// a disguised one reads like is the name.
func TestEveryEntryIsFoundInEverySpelling(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	given := []string{"María", "Íñigo", "Begoña", "Ana", "Öykü", "Łucja"}
	surnames := []string{"Pérez", "Núñez", "Ibáñez", "Ruiz", "Güell", "Zubiri", "Peña", "Ólafsson"}
	around := [][2]string{{"", ""}, {"de ", " y"}, {"\n", "\n"}, {`{"a":"`, `"}`}, {"2024_", "_7.pdf"}, {"«", "»"}, {"(", ")"}, {`x\n`, `\n`}}
	for _, sp := range nameSpellings() {
		t.Run(sp.name, func(t *testing.T) {
			for range 400 {
				words := []string{given[rng.IntN(len(given))], surnames[rng.IntN(len(surnames))], surnames[rng.IntN(len(surnames))]}
				if sp.name == "Windows-1252" {
					words[0] = given[rng.IntN(5)]
				}
				name := strings.Join(words, " ")
				s := setOf(t, "Olga Otra", name, "Otro Nombre Más")
				a := around[rng.IntN(len(around))]
				written := sp.write(rng, words)
				text := a[0] + written + a[1]
				found := s.Find(nil, []byte(text))
				require.Len(t, found, 1, "%q", text)
				require.Equal(t, written, text[found[0].Start:found[0].End])
				require.Equal(t, s.Find(nil, []byte(name))[0].Value, found[0].Value)
				if sp.disguise && (sp.name != "Windows-1252" || written != name) {
					require.Equal(t, name, found[0].Plain, "%q", text)
				} else {
					require.Empty(t, found[0].Plain, "%q", text)
				}
			}
		})
	}
}

// A mask is neither a letter nor a byte of Windows-1252.
func TestNamesEndAtMasks(t *testing.T) {
	c := kitSet(t).catalogue
	sure, _ := c.find([]byte("\xff\xffMaría Pérez\xfe\xff María\xffPérez"))
	require.Len(t, sure, 1)
	assert.Equal(t, 2, sure[0].Start)
}

// What is looked up grows with the text alone.
func TestAdversarialNamesAreDone(t *testing.T) {
	s := setOf(t, "x x x x x x", "xx", "Ana Ana Ana Ana", "S.L. x", "de la x", "ñ ñ")
	for _, unit := range []string{"x", "x ", "xX", "xxB", "x\u00ad", "X\u200bx", "\u00adx", "x\u0301", "\u0301", "Ana", "Ana ", "Ana\n> ", "Ana, ",
		"S.L.", "S L ", "Ana S.L. ", `Ana\n`, `\\\\`, `\n`, "[", "\xf1", "\xf1 x", "ñ", "Ñ", "ñÑ", "а", "Ａ", "'", "x'", "> ", "\r\n", "de la ", "\x1b[", "\x1b[1ma"} {
		text := []byte(strings.Repeat(unit, 200_000/len(unit)))
		require.True(t, sound(s.Find(nil, text), text), "%q", unit)
	}
}
