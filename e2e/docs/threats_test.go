// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each claim of the threat model rests on a test that exists.
func TestThreatModelNamesTests(t *testing.T) {
	text, err := os.ReadFile("../../docs/threat-model.md")
	require.NoError(t, err)
	threats := Threats(string(text))
	require.Greater(t, len(threats), 40)
	require.LessOrEqual(t, strings.Count(string(text), "\n"), 150)
	names, err := TestNames("../..")
	require.NoError(t, err)
	for _, threat := range threats {
		word, _, _ := strings.Cut(threat.Result, ":")
		word, _, _ = strings.Cut(word, ",")
		switch {
		case word == "not covered":
		case strings.HasPrefix(word, "stopped") || word == "reduced":
			require.NotEmpty(t, threat.Tests, threat.Attack)
		default:
			t.Errorf("%s: the result is %q", threat.Attack, threat.Result)
		}
		for _, name := range threat.Tests {
			require.True(t, names[name], "%s: there is no test %s", threat.Attack, name)
		}
	}
}

// What the other documents say of tests holds too.
func TestDocumentsNameTests(t *testing.T) {
	names, err := TestNames("../..")
	require.NoError(t, err)
	documents, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	pages, err := filepath.Glob("../../docs/*/*.md")
	require.NoError(t, err)
	for _, path := range append(append(documents, pages...), readme, "../../ARCHITECTURE.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, word := range quoted(string(text)) {
			word, _, _ = strings.Cut(word, "/")
			if strings.HasPrefix(word, "Test") || strings.HasPrefix(word, "Fuzz") || strings.HasPrefix(word, "Benchmark") {
				require.True(t, names[word], "%s: there is no test %s", path, word)
			}
		}
	}
}

func TestThreats(t *testing.T) {
	got := Threats("| a | b | c |\n|---|---|---|\n| x | y | z |\n\n| attack | result | test |\n|---|---|---|\n| x | stopped | `TestA`, `b.txtar` |\n\ntext | with | strokes\n")
	require.Equal(t, []Threat{{"x", "stopped", []string{"TestA", "b.txtar"}}}, got)
}
