// SPDX-License-Identifier: Apache-2.0

package catalogcheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/detectors"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Proposal
	}{
		{"nothing to say", "María Pérez\nZubiría\nRosa\tcue\nJo\tcue\n# Sol\n", nil},
		{"a common word", "Ana Ruiz\nROSA\n", []Proposal{{"f", 2, Mark, "it is a common word", "ROSA\tcue"}}},
		{"with an accent", "León", []Proposal{{"f", 1, Mark, "it is a common word", "León\tcue"}}},
		{"an English one", "Grace", []Proposal{{"f", 1, Mark, "it is a common word", "Grace\tcue"}}},
		{"common words together are a name", "Rosa León\n", nil},
		{"a very short name", "Ali\nM. Olmedo", []Proposal{{"f", 1, Mark, "it has only 3 letters", "Ali\tcue"}}},
		{"a comment", "// clientes\nAna Ruiz", []Proposal{{"f", 1, Remove, "it looks like a comment; comments begin with #", ""}}},
		{"a duplicate", "Ana Ruiz\nRUIZ, Ana", []Proposal{{"f", 2, Remove, "it is the same name as f:1", ""}}},
		{"a sign that is never found", "Hermanos Ruiz / Obras\nTalleres «Sol» SA\nAna Gil & Cía.", []Proposal{
			{"f", 1, Remove, "it is never found as it is written: leave out its signs, or write its parts as entries", ""},
			{"f", 2, Remove, "it is never found as it is written: leave out its signs, or write its parts as entries", ""},
		}},
		{"several names", "Ana Gil\nAna Ruiz, Luz Gil, Sol Mar\nAna; Luz\nRuiz, Mar, S.L.\n", []Proposal{
			{"f", 2, Remove, "it looks like several names: one a line", ""},
			{"f", 3, Remove, "it looks like several names: one a line", ""},
		}},
		{"another kind", "ana@clinica.es", []Proposal{{"f", 1, Remove, "it holds a value of the kind EMAIL, which is found without an entry", ""}}},
		{"JSON", "[\"Ana Ruiz\",\n \"Rosa\"]", []Proposal{{"f", 2, Mark, "it is a common word", `{"name":"Rosa","cue":true}`}}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			c, err := New()
			require.NoError(t, err)
			require.NoError(t, c.Check("f", []byte(tc.text)))
			require.Equal(t, tc.want, c.Proposals)
			for _, p := range c.Proposals { // what is proposed is accepted
				if p.Action == Mark && !strings.HasPrefix(p.Write, "{") {
					again, err := New()
					require.NoError(t, err)
					require.NoError(t, again.Check("f", []byte(p.Write)))
					require.Empty(t, again.Proposals)
				}
			}
		})
	}
}

func TestCheckKnowsAllFiles(t *testing.T) {
	c, err := New()
	require.NoError(t, err)
	require.NoError(t, c.Check("a", []byte("Ana Ruiz\nOlga Otra")))
	require.NoError(t, c.Check("b", []byte("ana ruiz")))
	require.Equal(t, []Proposal{{"b", 1, Remove, "it is the same name as a:1", ""}}, c.Proposals)
	require.Equal(t, 2, c.Names())
}

func TestCheckRefusesWhatIsNoName(t *testing.T) {
	for _, text := range []string{"de la", "17", "", "Ana\n--- ---"} {
		c, err := New()
		require.NoError(t, err)
		var bad *detectors.CatalogueError
		require.ErrorAs(t, c.Check("f", []byte(text)), &bad, "%q", text)
	}
}

func TestWordsAreAList(t *testing.T) {
	list := strings.Fields(words)
	require.Greater(t, len(list), 2_500)
	require.Equal(t, strings.Join(list, "\n")+"\n", words, "one a line")
	require.True(t, slices.IsSorted(list))
	require.Equal(t, len(list), len(slices.Compact(slices.Clone(list))), "each once")
}
