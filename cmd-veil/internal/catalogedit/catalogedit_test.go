// SPDX-License-Identifier: Apache-2.0

package catalogedit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/detectors"
)

func TestAdd(t *testing.T) {
	tests := []struct {
		name, text, add string
		cue             bool
		want            string
		changed, same   int
	}{
		{"a line", "# ours\nSol\n", "Luz", false, "# ours\nSol\nLuz\n", 1, 0},
		{"two lines", "Sol\n", "Luz;Mar", false, "Sol\nLuz\nMar\n", 2, 0},
		{"with a mark", "Sol\n", "Luz", true, "Sol\nLuz\tcue\n", 1, 0},
		{"the last line has no end", "Sol", "Luz", false, "Sol\nLuz", 1, 0},
		{"CRLF and a byte order mark", "\ufeffSol\r\n", "Luz;Mar", false, "\ufeffSol\r\nLuz\r\nMar\r\n", 2, 0},
		{"nothing yet", "", "Luz", false, "Luz\n", 1, 0},
		{"a byte order mark alone", "\ufeff", "Luz", false, "\ufeffLuz\n", 1, 0},
		{"comments alone", "# ours\n", "Luz", false, "# ours\nLuz\n", 1, 0},
		{"blanks round it", "Sol\n", "  Luz ", false, "Sol\nLuz\n", 1, 0},
		{"there already, otherwise written", "María Pérez\n", "perez, MARIA;Sol", false, "María Pérez\nSol\n", 1, 1},
		{"twice in one call", "Sol\n", "María Pérez;Pérez, María", false, "Sol\nMaría Pérez\n", 1, 1},
		{"all there", "Sol\n", "sol", false, "Sol\n", 0, 1},
		{"there without a mark", "# x\n Rosa  \nSol\nROSA\n", "rosa", true, "# x\nRosa\tcue\nSol\nROSA\tcue\n", 1, 0},
		{"a mark is not taken away", "Rosa\tcue\n", "Rosa", false, "Rosa\tcue\n", 0, 1},
		{"JSON on one line", `["Sol", "Luz"]`, `O"Hara`, false, `["Sol", "Luz", "O\"Hara"]`, 1, 0},
		{"JSON with one element", `["Sol"]`, "Luz", false, `["Sol", "Luz"]`, 1, 0},
		{"JSON with one element on its line", "[\n  \"Sol\"\n]\n", "Luz;Mar", false, "[\n  \"Sol\",\n  \"Luz\",\n  \"Mar\"\n]\n", 2, 0},
		{"JSON, an element a line", "[\r\n\t\"Sol\" ,\r\n\t\"Mar\"\r\n]", "Luz", true, "[\r\n\t\"Sol\" ,\r\n\t\"Mar\" ,\r\n\t{\"name\":\"Luz\",\"cue\":true}\r\n]", 1, 0},
		{"JSON without an element", "\ufeff [ ]", "Luz;Mar", false, "\ufeff [\"Luz\", \"Mar\" ]", 2, 0},
		{"a mark in JSON", `[ "Sol" , {"name": "Mar"}]`, "Sol;Mar", true, `[ {"name":"Sol","cue":true} , {"name":"Mar","cue":true}]`, 2, 0},
		{"a number sign in JSON", `["Sol"]`, "#Luz", false, `["Sol", "#Luz"]`, 1, 0},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Add([]byte(tc.text), strings.Split(tc.add, ";"), tc.cue)
			require.NoError(t, err)
			require.Equal(t, tc.want, string(got.Text))
			require.Equal(t, []int{tc.changed, tc.same}, []int{got.Changed, got.Same})
		})
	}
}

func TestRemove(t *testing.T) {
	tests := []struct {
		name, text, remove string
		want               string
		changed, same      int
	}{
		{"a line", "# Luz\nSol\nLuz\n\nMar\n", "Luz", "# Luz\nSol\n\nMar\n", 1, 0},
		{"a marked line", "Sol\nLuz\tcue\n", "luz", "Sol\n", 1, 0},
		{"the last line, without an end", "Sol\nLuz", "Luz", "Sol\n", 1, 0},
		{"CRLF and a byte order mark", "\ufeffLuz\r\nSol\r\n", "Luz", "\ufeffSol\r\n", 1, 0},
		{"however it is written, each time", "Pérez, María\nSol\nMARIA PEREZ\n", "María Pérez", "Sol\n", 1, 0},
		{"not there", "Sol\n", "Luz;luz", "Sol\n", 0, 1},
		{"one there, one not", "Sol\nMar\n", "Luz;Mar", "Sol\n", 1, 1},
		{"first of JSON", `[ "Luz" , "Sol"]`, "Luz", `[ "Sol"]`, 1, 0},
		{"middle of JSON", "[\n  \"Sol\",\n  \"Luz\",\n  \"Mar\"\n]", "Luz", "[\n  \"Sol\",\n  \"Mar\"\n]", 1, 0},
		{"last of JSON", `["Sol", {"name": "Luz", "cue": true} ]`, "Luz", `["Sol" ]`, 1, 0},
		{"all but the last of JSON", `["Luz", "Mar","Sol"]`, "Luz;Mar", `["Sol"]`, 2, 0},
		{"all but the first of JSON", `["Sol", "Luz", "Mar"]`, "Mar;Luz", `["Sol"]`, 2, 0},
		{"all but one in JSON", `["Luz", "Sol", "Mar"]`, "Mar;Luz", `["Sol"]`, 2, 0},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Remove([]byte(tc.text), strings.Split(tc.remove, ";"))
			require.NoError(t, err)
			require.Equal(t, tc.want, string(got.Text))
			require.Equal(t, []int{tc.changed, tc.same}, []int{got.Changed, got.Same})
		})
	}
}

// Errors say which name, and never the name.
func TestErrors(t *testing.T) {
	tests := []struct{ name, text, add, want string }{
		{"empty", "Sol\n", "Luz; ", "name 2: a name has no letter"},
		{"no letter", "Sol\n", "12345678", "name 1: a name has no letter"},
		{"particles", "Sol\n", "Luz;de la", `name 2: a name has only words like "de"; every text would hold it`},
		{"a line end", "Sol\n", "Quiteria\nSalazar", "name 1: it holds a tab, a line end or another sign that no name has"},
		{"a mark", "Sol\n", "Quiteria\tcue", "name 1: it holds a tab, a line end or another sign that no name has"},
		{"a comment", "Sol\n", "#Quiteria", "name 1: it begins with a sign that no name begins with"},
		{"a bracket", "", "[Quiteria]", "name 1: it begins with a sign that no name begins with"},
		{"a broken catalogue", "Sol\nde la\n", "Luz", `catalogue line 2: a name has only words like "de"; every text would hold it`},
		{"half an array", `["Sol"`, "Luz", "catalogue line 1: not valid JSON; correct the array or write one name a line"},
		{"not UTF-8", "Quiteria \xff\n", "Luz", "catalogue line 1: not valid UTF-8; save the file as UTF-8"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			names := strings.Split(tc.add, ";")
			_, err := Add([]byte(tc.text), names, false)
			require.EqualError(t, err, tc.want)
			_, err = Remove([]byte(tc.text), names)
			require.EqualError(t, err, tc.want)
		})
	}
	for _, name := range []string{"María Pérez, Juan Gómez, Luis Ortega", "Sol; Luz", "Ruiz, Gil, Sol, S.L."} {
		_, err := Add([]byte("Sol\n"), []string{"Luz", name}, false)
		require.Equal(t, &NameError{2, "several names in one", "give each by itself"}, err)
		got, err := Remove([]byte("Luz\n"+name+"\n"), []string{name})
		require.NoError(t, err, "one that is there can be taken out")
		require.Equal(t, "Luz\n", string(got.Text))
	}
	for _, text := range []string{"# ours\nSol\nSOL\n", `["Sol"]`} {
		_, err := Remove([]byte(text), []string{"Sol"})
		require.ErrorIs(t, err, ErrLast)
	}
}

// A mark is no new name.
func TestMarkedAreCounted(t *testing.T) {
	got, err := Add([]byte("Rosa\nSol\tcue\n"), []string{"Rosa", "Sol", "Luz"}, true)
	require.NoError(t, err)
	require.Equal(t, []int{2, 1, 1}, []int{got.Changed, got.Marked, got.Same})
}

// The legal form of a firm is no name of its own.
func TestSeveralNames(t *testing.T) {
	for _, one := range []string{"Pérez, María", "Ruiz, Gil, S.L.", "Ruiz, Gil, SLP", "Sol, S. A. U.", "María"} {
		require.False(t, SeveralNames(one), one)
	}
	for _, several := range []string{"Ana, Luz, Sol", "Ana;Luz", "Ana, Luz, Sol, S.L.", "Ana, Luz,", ";"} {
		require.True(t, SeveralNames(several), several)
	}
}

// Whatever is added to a catalogue and removed again leaves its bytes, and each step
// leaves a catalogue with just the names it should have.
func TestAddedAndRemovedLeavesTheBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 4))
	for range 2000 {
		text := randomCatalogue(r)
		before := values(t, text)
		names := []string{"Quiteria Salazar", "Nuño O\"Hara", "Íñigo, Ruy"}[:1+r.IntN(3)]
		added, err := Add([]byte(text), names, r.IntN(2) == 0)
		require.NoError(t, err)
		require.Len(t, values(t, string(added.Text)), len(before)+len(names))
		removed, err := Remove(added.Text, names)
		require.NoError(t, err)
		require.Equal(t, before, values(t, string(removed.Text)))
		require.Equal(t, strings.TrimRight(text, "\r\n"), strings.TrimRight(string(removed.Text), "\r\n"))
	}
}

func values(t *testing.T, text string) []string {
	t.Helper()
	entries, err := detectors.CatalogueEntries([]byte(text))
	require.NoError(t, err, "%q", text)
	var list []string
	for _, e := range entries {
		list = append(list, fmt.Sprint(e.Value, e.Cue))
	}
	return list
}

// randomCatalogue writes some names as a person or a program might.
func randomCatalogue(r *rand.Rand) string {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	eol, text := pick("\n", "\r\n"), pick("", "\ufeff")
	names := []string{"Sol", "María Pérez", "Clínica Dental Sol", "Ruy Díaz"}[:1+r.IntN(4)]
	if r.IntN(2) == 0 {
		var list []string
		for _, n := range names {
			list = append(list, Entry(n, r.IntN(3) == 0, true))
		}
		return text + pick("[", " [ ", "["+eol+"\t") + strings.Join(list, pick(",", ", ", " ,"+eol+"  ")) + pick("]", " ]"+eol, eol+"]")
	}
	for _, n := range names {
		text += pick("", "# note"+eol, eol, "  ") + Entry(n, r.IntN(3) == 0, false) + eol
	}
	return pick(text, strings.TrimSuffix(text, eol))
}
