// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// corpusLines returns the lines of a file of the corpora, which are not part of
// veil: VEIL_CORPORA, else ../../shared/corpora.
func corpusLines(t *testing.T, name string) []string {
	t.Helper()
	dir := os.Getenv("VEIL_CORPORA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpora")
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("SKIPPED: corpus %s is absent; set VEIL_CORPORA to the folder of the corpora", name)
	}
	var lines []string
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		lines = append(lines, sc.Text())
	}
	require.NoError(t, sc.Err())
	return lines
}

// Look-alikes from public code: none may fire.
func TestCorpusHardNegatives(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	lines := corpusLines(t, "hard-negatives/lines.tsv")
	for i, line := range lines {
		kind, rest, _ := strings.Cut(line, "\t")
		_, text, _ := strings.Cut(rest, "\t")
		for _, f := range s.Find(nil, []byte(text)) {
			assert.Fail(t, "a look-alike fires", "line %d, %s as %s: %q", i+1, kind, f.Kind, text[f.Start:f.End])
		}
	}
	t.Logf("%d lines", len(lines))
}

// The identity numbers of gobl: DNI, NIE, NIF and CIF, valid and not. Left out by
// rule: a DNI without its zeros needs a label, and so do digits in fours.
func TestCorpusGobl(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	needLabel := []string{"3157928M", "15S", " 4359 6386 R "}
	right, wrong := map[core.Kind]int{}, 0
	for _, line := range corpusLines(t, "gobl-es/cases.tsv") {
		code, verdict, _ := strings.Cut(line, "\t")
		if strings.HasPrefix(line, "#") || strings.TrimSpace(code) == "" {
			continue
		}
		found := s.Find(nil, []byte(code))
		// Some rows give the canonical code in place of "valid".
		valid := verdict != "invalid" && !slices.Contains(needLabel, code)
		switch {
		case valid != (len(found) == 1), valid && verdict != "valid" && found[0].Value != verdict:
			wrong++
			t.Logf("%q is %s: %d findings", code, verdict, len(found))
		case valid:
			right[found[0].Kind]++
		}
	}
	t.Logf("%v right, %d wrong", right, wrong)
	assert.Zero(t, wrong)
	assert.Positive(t, right[core.DNI])
	assert.Positive(t, right[core.CIF])
}

// The rows of Presidio's recogniser tests, for the kinds that exist here.
func TestCorpusPresidio(t *testing.T) {
	kinds := map[string]core.Kind{"iban": core.IBAN, "es_nif": core.DNI, "es_nie": core.DNI, "email": core.Email}
	s, err := New(Options{})
	require.NoError(t, err)
	right, total := map[string]int{}, map[string]int{}
	for _, line := range corpusLines(t, "presidio/cases.jsonl") {
		var row map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		entity, _ := row["entity"].(string)
		kind, known := kinds[entity]
		want, counted := row["expected_len"].(float64)
		if !known || !counted {
			continue
		}
		text, ok := row["text"].(string)
		if !ok {
			text, _ = row[entity].(string)
		}
		total[entity]++
		if got := len(spansOf(s.Find(nil, []byte(text)), kind)); got == int(want) {
			right[entity]++
		} else {
			t.Logf("%s: %d found, %d expected: %q", entity, got, int(want), text)
		}
	}
	t.Logf("right %v of %v", right, total)
	assert.Equal(t, total["iban"], right["iban"])
}
