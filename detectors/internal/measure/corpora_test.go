// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
)

// corpus returns a file of the corpora, which are not part of veil: VEIL_CORPORA,
// else shared/corpora beside the repository.
func corpus(t *testing.T, name string) []byte {
	t.Helper()
	dir := os.Getenv("VEIL_CORPORA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared", "corpora")
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("SKIPPED: corpus %s is absent; set VEIL_CORPORA to the folder of the corpora", name)
	}
	return data
}

// corpusRows reads one JSON object a line.
func corpusRows[T any](t *testing.T, name string) []T {
	t.Helper()
	var rows []T
	lines := bufio.NewScanner(bytes.NewReader(corpus(t, name)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row T
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		rows = append(rows, row)
	}
	require.NoError(t, lines.Err())
	return rows
}

// document is a clinical case of MEDDOCAN with its gold spans: kind, start, end
// and text, in characters.
type document struct {
	ID   string
	Text string
	Ents [][4]any
}

// gold returns the byte ranges of the spans of some kinds.
func (d document) gold(kinds ...string) [][2]int {
	at := []int{}
	for i := range d.Text {
		at = append(at, i)
	}
	at = append(at, len(d.Text))
	var spans [][2]int
	for _, e := range d.Ents {
		for _, kind := range kinds {
			if e[0] == kind {
				spans = append(spans, [2]int{at[int(e[1].(float64))], at[int(e[2].(float64))]})
			}
		}
	}
	return spans
}

// score counts what was found of the gold spans, and what was found beside them.
type score struct{ gold, found, predicted, right int }

func (s score) recall() float64    { return float64(s.found) / float64(s.gold) }
func (s score) precision() float64 { return float64(s.right) / float64(s.predicted) }

// add counts a document: a gold span is found, and a finding is right, if the two
// overlap.
func (s *score) add(gold [][2]int, found []core.Finding, kind core.Kind) {
	hit := make([]bool, len(gold))
	for _, f := range found {
		if f.Kind != kind {
			continue
		}
		s.predicted++
		right := false
		for i, g := range gold {
			if f.Start < g[1] && g[0] < f.End {
				hit[i], right = true, true
			}
		}
		if right {
			s.right++
		}
	}
	for _, h := range hit {
		s.gold++
		if h {
			s.found++
		}
	}
}

// Clinical cases with gold spans (Marimon et al., IberLEF 2019). The names of the
// gold spans are the catalogue; those of one word, such as "Ana", need a cue, as
// the check of a catalogue proposes. Two that are slips of the annotators, "mujer"
// and a hospital, are no entries and count as missed. Every finding without a
// gold span counts as false, although some are further mentions of a person, and
// most of the others are streets and hospitals that bear the name of one.
func TestCorpusMeddocan(t *testing.T) {
	docs := append(corpusRows[document](t, "meddocan/train.jsonl"), corpusRows[document](t, "meddocan/dev.jsonl")...)
	names := []string{"NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO"}
	var catalogue strings.Builder
	for _, d := range docs {
		for _, g := range d.gold(names...) {
			name := strings.Join(strings.Fields(d.Text[g[0]:g[1]]), " ")
			if lower := strings.ToLower(name); lower == "mujer" || strings.HasPrefix(lower, "hospital ") {
				continue
			}
			if !strings.Contains(name, " ") {
				name += "\tcue"
			}
			catalogue.WriteString(name + "\n")
		}
	}
	c, err := detectors.ParseCatalogue([]byte(catalogue.String()))
	require.NoError(t, err)
	set, err := detectors.New(detectors.Options{Catalogue: c})
	require.NoError(t, err)
	rows := []struct {
		kind              core.Kind
		gold              []string
		recall, precision float64 // the bars
		score             score
	}{
		{core.Email, []string{"CORREO_ELECTRONICO"}, .99, .99, score{}},
		{core.Tel, []string{"NUMERO_TELEFONO", "NUMERO_FAX"}, .97, .98, score{}},
		{core.Nombre, names, .99, .97, score{}},
	}
	for _, d := range docs {
		found := set.Find(nil, []byte(d.Text))
		for i := range rows {
			rows[i].score.add(d.gold(rows[i].gold...), found, rows[i].kind)
		}
	}
	var table strings.Builder
	for _, r := range rows {
		s := r.score
		fmt.Fprintf(&table, "MEDDOCAN, %d cases: %s: recall %.3f (%d of %d, bar %.2f), precision %.3f (%d of %d, bar %.2f)\n",
			len(docs), r.kind, s.recall(), s.found, s.gold, r.recall, s.precision(), s.right, s.predicted, r.precision)
		assert.GreaterOrEqual(t, s.recall(), r.recall, "recall of %s", r.kind)
		assert.GreaterOrEqual(t, s.precision(), r.precision, "precision of %s", r.kind)
	}
	publish(t, "README.md", "meddocan", table.String())
}

// Sentences that were written against detectors. Those about kinds that veil has
// are counted; there is no bar, for some ask for what veil refuses by rule.
func TestCorpusContextSafe(t *testing.T) {
	kinds := map[string]core.Kind{"DNI_NIE": core.DNI, "NSS": core.NSS, "IBAN": core.IBAN, "PHONE": core.Tel, "EMAIL": core.Email,
		"LICENSE_PLATE": core.Matricula, "CIF": core.CIF, "NIF": core.CIF, "CREDIT_CARD": core.Tarjeta, "PASSPORT": core.Pasaporte}
	set, err := detectors.New(detectors.Options{})
	require.NoError(t, err)
	want, got, extra := map[core.Kind]int{}, map[core.Kind]int{}, 0
	for _, row := range corpusRows[struct {
		Text     string
		Expected []struct{ Text, Type string }
	}](t, "contextsafe/adversarial.jsonl") {
		found := set.Find(nil, []byte(row.Text))
		matched := 0
		for _, e := range row.Expected {
			kind, known := kinds[e.Type]
			if !known {
				continue
			}
			want[kind]++
			for _, f := range found {
				if f.Kind == kind && strings.Contains(row.Text[f.Start:f.End], e.Text) {
					got[kind]++
					matched++
					break
				}
			}
		}
		extra += len(found) - matched
	}
	publish(t, "README.md", "contextsafe", fmt.Sprintf("ContextSafe: found %v of %v, and %d others\n", got, want, extra))
}

// Fictional customers as SQL: every e-mail address, and every number with the
// prefix of a country of Europe.
func TestCorpusChinook(t *testing.T) {
	text := corpus(t, "chinook/customers.sql")
	set, err := detectors.New(detectors.Options{})
	require.NoError(t, err)
	mails, phones := map[string]bool{}, map[string]bool{}
	for _, f := range set.Find(nil, text) {
		switch f.Kind {
		case core.Email:
			mails[string(text[f.Start:f.End])] = true
		case core.Tel:
			phones[string(text[f.Start:f.End])] = true
		}
	}
	allMails := regexp.MustCompile(`N'([^' ]+@[^' ]+)'`).FindAllSubmatch(text, -1)
	for _, m := range allMails {
		assert.True(t, mails[string(m[1])], "%s", m[1])
	}
	european := regexp.MustCompile(`N'(\+[34][0-9]{1,2} [^']+)'`).FindAllSubmatch(text, -1)
	found := 0
	for _, m := range european {
		if phones[string(m[1])] {
			found++
		}
	}
	publish(t, "README.md", "chinook", fmt.Sprintf("Chinook: %d of %d addresses, %d of %d European numbers\n", len(mails), len(allMails), found, len(european)))
}

// The example of each range of the Spanish number plan, bare after a phone word,
// and with the prefix.
func TestCorpusNumberPlan(t *testing.T) {
	set, err := detectors.New(detectors.Options{})
	require.NoError(t, err)
	n := 0
	for _, m := range regexp.MustCompile(`<exampleNumber>([6-9][0-9]{8})</exampleNumber>`).FindAllSubmatch(corpus(t, "libphonenumber-es/ES.xml"), -1) {
		for _, text := range []string{"tel. " + string(m[1]), "+34" + string(m[1])} {
			found := set.Find(nil, []byte(text))
			if assert.Len(t, found, 1, text) {
				assert.Equal(t, "+34"+string(m[1]), found[0].Value)
			}
			n++
		}
	}
	t.Logf("number plan: %d spellings", n)
	assert.NotZero(t, n)
}
