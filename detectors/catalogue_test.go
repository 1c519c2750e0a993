// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseCatalogue(t *testing.T) {
	const text = "Sra. Rosa y María Pérez; después de todo esto rosa, Mercadona"
	tests := []struct {
		name, data string
		want       []string
	}{
		{"lines", "María Pérez\nMercadona\n", []string{"María Pérez", "Mercadona"}},
		{"no line end at the end", "María Pérez", []string{"María Pérez"}},
		{"CRLF, BOM and empty lines", "\ufeffMaría Pérez\r\n\r\n  \r\nMercadona\r\n", []string{"María Pérez", "Mercadona"}},
		{"a cue", "Rosa\tcue\nMercadona", []string{"Rosa", "Mercadona"}},
		{"JSON strings", `["María Pérez","Mercadona"]`, []string{"María Pérez", "Mercadona"}},
		{"JSON with BOM and blanks", "\ufeff \r\n[ \"Mercadona\" ]\r\n", []string{"Mercadona"}},
		{"JSON objects", `[{"name":"Rosa","cue":true},{"name":"Mercadona"}]`, []string{"Rosa", "Mercadona"}},
		{"JSON escapes", `["Mar\u00eda P\u00e9rez"]`, []string{"María Pérez"}},
		{"surname first", "Pérez, María", []string{"María Pérez"}},
		{"the same name twice", "MARIA PEREZ\nPérez, María", []string{"María Pérez"}},
		{"marked once, plain once", "Rosa\tcue\nROSA", []string{"Rosa", "rosa"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			c, err := ParseCatalogue([]byte(tc.data))
			require.NoError(t, err)
			s, err := New(Options{Catalogue: c})
			require.NoError(t, err)
			assert.Equal(t, tc.want, texts(s, text))
		})
	}
}

func TestParseCatalogueErrors(t *testing.T) {
	tests := []struct {
		name, data string
		line       int
	}{
		{"empty", "", 1},
		{"blank", " \r\n\t\n", 1},
		{"BOM alone", "\ufeff", 1},
		{"empty array", "[]", 1},
		{"a number", "[\"Quijote\",\n 17]", 2},
		{"null", "[\n\nnull]", 3},
		{"an array within", `[["Quijote"]]`, 1},
		{"object without a name", `[{"cue":true}]`, 1},
		{"object with another key", `[{"name":"Quijote","age":3}]`, 1},
		{"cue is no boolean", `[{"name":"Quijote","cue":"yes"}]`, 1},
		{"truncated array", "[\"Quijote\",\n", 1},
		{"text after the array", "[\"Quijote\"] Quijote", 1},
		{"broken string", "[\"Quijote", 1},
		{"another second column", "Ana\nQuijote\tyes", 2},
		{"no letter", "Ana\n---\nQuijote", 2},
		{"empty name in JSON", `[""]`, 1},
		{"too many words", "Ana\n" + strings.Repeat("Quijote ", maxNameWords+1), 2},
		{"not UTF-8", "Ana\nQuijote \xe9", 2},
		{"UTF-16 without a mark", "Q\x00u\x00i\x00j\x00o\x00t\x00e\x00\n\x00", 1},
		{"a NUL", "Ana\nQui\x00jote", 2},
		{"lines that end with CR alone", "Ana Ruiz\rQuijote\r", 1},
		{"an escape sequence", "Ana\nQuijote \x1b[0m Ruiz", 2},
		{"a line end within a name", `["Ana\nQuijote"]`, 1},
		{"a sign that was lost", "Ana\nQuijote Mu\ufffdoz", 2},
		{"half a pair", `["Quijote \ud800"]`, 1},
		{"a JSON object", `{"names": ["Quijote"]}`, 1},
		{"a JSON object behind a mark", "\ufeff\n {\"names\": [\"Quijote\"]}", 1},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ParseCatalogue([]byte(tc.data))
			var got *CatalogueError
			require.ErrorAs(t, err, &got)
			assert.Equal(t, tc.line, got.Line)
			assert.NotContains(t, err.Error(), "Quijote")
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestParseCatalogueKeepsNoReference(t *testing.T) {
	data := []byte("McDonald Ruiz\n")
	c, err := ParseCatalogue(data)
	require.NoError(t, err)
	clear(data)
	s, err := New(Options{Catalogue: Union(c)})
	require.NoError(t, err)
	assert.Equal(t, []string{"McDonald Ruiz"}, texts(s, "McDonald Ruiz"))
}

func TestUnion(t *testing.T) {
	parse := func(data string) *Catalogue {
		c, err := ParseCatalogue([]byte(data))
		require.NoError(t, err)
		return c
	}
	u := Union(parse("Rosa\tcue\nAna\tcue\nPérez, María"), parse("Rosa\nMARÍA PÉREZ\nMercadona"))
	assert.Equal(t, 4, u.Len())
	s, err := New(Options{Catalogue: u})
	require.NoError(t, err)
	assert.Equal(t, []string{"Rosa", "Pérez, María", "Mercadona"}, texts(s, "Rosa, ana; Pérez, María; Mercadona"))
}

// A catalogue of any size costs the text nothing: what is looked up grows with
// the text alone.
func TestBigCatalogueFindsEveryEntry(t *testing.T) {
	const n = 2_000
	data := bigCatalogue(n)
	found := bigSet(t, n).Find(nil, data)
	assert.Len(t, found, n)
}

func TestCatalogueEntriesSayWhereTheyStand(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"lines", "# ours\nMaría Pérez\n\n  Rosa\tcue  \nSol", []string{"María Pérez", "  Rosa\tcue  ", "Sol"}},
		{"a mark and CRLF", "\ufeffMaría Pérez\r\nSol\r\n", []string{"María Pérez", "Sol"}},
		{"JSON", "\ufeff[ \"Sol\\u00ad\" ,\n{\"name\": \"Rosa\", \"cue\": true} ]\n", []string{`"Sol\u00ad"`, `{"name": "Rosa", "cue": true}`}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			entries, err := CatalogueEntries([]byte(tc.text))
			require.NoError(t, err)
			var got []string
			for _, e := range entries {
				got = append(got, tc.text[e.Start:e.End])
				require.Equal(t, 1+strings.Count(tc.text[:e.Start], "\n"), e.Line)
			}
			require.Equal(t, tc.want, got)
		})
	}
}

func TestACatalogueWithoutNamesIsEmpty(t *testing.T) {
	for text, empty := range map[string]bool{"": true, "\ufeff": true, "# none\r\n\n": true, " [ ] \n": true, "[": false, "de\n": false, "\xff": false} {
		_, err := ParseCatalogue([]byte(text))
		var bad *CatalogueError
		require.ErrorAs(t, err, &bad)
		require.Equal(t, empty, bad.Empty, "%q", text)
	}
}
