// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
)

// presidioPatterns are the five patterns that the bars compare with: those of
// Presidio's recognisers for NIF, NIE, IBAN and e-mail, with what the language of
// Go's expressions lacks written out, and a plain one for Spanish telephone
// numbers, for which Presidio calls a library.
func presidioPatterns() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`\b[0-9]?[0-9]{7}[-]?[A-Z]\b`),
		regexp.MustCompile(`\b[X-Z]?[0-9]?[0-9]{7}[-]?[A-Z]\b`),
		regexp.MustCompile(`\b[A-Z]{2}[ \-]?[0-9]{2}(?:[ \-]?[A-Z0-9]{3,5}){2,6}(?:[ \-]?[A-Z0-9]{1,3})?\b`),
		regexp.MustCompile("\\b(?:[!#$%&'*+\\-/=?^_`{|}~\\w]|[!#$%&'*+\\-/=?^_`{|}~\\w][!#$%&'*+\\-/=?^_`{|}~.\\w]*[!#$%&'*+\\-/=?^_`{|}~\\w])@\\w+(?:[-.]\\w+)*\\.\\w+(?:[-.]\\w+)*\\b"),
		regexp.MustCompile(`(?:\+34|0034)?[ .-]?\b[6789][0-9]{2}[ .-]?[0-9]{3}[ .-]?[0-9]{3}\b`),
	}
}

// rounds is how often everything is measured, in turn, for at least a stretch
// each; the median counts.
const (
	rounds  = 5
	stretch = 100 * time.Millisecond
)

// engine is something that looks through a text.
type engine struct {
	name string
	bar  float64 // how many times the baseline's throughput, on the history; 0 for none
	look func(text []byte)
}

func engines(t *testing.T) []engine {
	t.Helper()
	list := []engine{{name: "regexp, five patterns", look: func(text []byte) {
		for _, p := range presidioPatterns() {
			p.FindAllIndex(text, -1)
		}
	}}}
	for _, c := range []struct {
		name  string
		names int
		bar   float64
	}{{"veil, no catalogue", 0, 60}, {"veil, 10,000 names", 10_000, 20}, {"veil, 1,000,000 names", 1_000_000, 15}} {
		set := setOf(t, c.names)
		var found []core.Finding
		list = append(list, engine{c.name, c.bar, func(text []byte) { found = set.Find(found[:0], text) }})
	}
	return list
}

// setOf has a catalogue of n names; none for 0.
func setOf(t testing.TB, n int) *detectors.Set {
	t.Helper()
	var o detectors.Options
	if n > 0 {
		c, err := detectors.ParseCatalogue(bigCatalogue(n))
		require.NoError(t, err)
		o.Catalogue = c
	}
	s, err := detectors.New(o)
	require.NoError(t, err)
	return s
}

// The throughput on a JSON history, against the standard library's regexp in the
// same run. CPU time of the process, medians. Run by mage bench:detect.
func TestThroughput(t *testing.T) {
	requireBench(t)
	w := newWorkload(t)
	chat := w.chat()
	texts := []struct {
		name string
		text []byte
	}{{"JSON history", chat}, {"mixed", w.mixed()}}
	list := engines(t)
	var table strings.Builder
	fmt.Fprintf(&table, "history of %d bytes with %d backslashes, mixed text of %d bytes\n", len(chat), bytes.Count(chat, []byte(`\`)), len(texts[1].text))
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(out, "text\tengine\tMB/s\ttimes regexp\tbar")
	for k, x := range texts {
		speeds := throughputs(list, x.text)
		for i, e := range list {
			ratio := speeds[i] / speeds[0]
			bar := "-"
			if k == 0 && e.bar > 0 {
				bar = fmt.Sprintf("%.0f", e.bar)
				assert.GreaterOrEqual(t, ratio, e.bar, "%s on the %s", e.name, x.name)
			}
			_, _ = fmt.Fprintf(out, "%s\t%s\t%.1f\t%.1f\t%s\n", x.name, e.name, speeds[i], ratio, bar)
		}
	}
	require.NoError(t, out.Flush())
	publish(t, "README.md", "throughput", table.String())
}

// throughputs are MB/s of each engine.
func throughputs(list []engine, text []byte) []float64 {
	times, repeat := make([][]time.Duration, len(list)), make([]int, len(list))
	for i, e := range list {
		once := cpuOf(func() { e.look(text) })
		repeat[i] = 1 + int(stretch/(once+1))
	}
	for range rounds {
		for i, e := range list {
			took := cpuOf(func() {
				for range repeat[i] {
					e.look(text)
				}
			})
			times[i] = append(times[i], took/time.Duration(repeat[i]))
		}
	}
	speeds := make([]float64, len(list))
	for i := range list {
		slices.Sort(times[i])
		speeds[i] = float64(len(text)) / 1e6 / times[i][rounds/2].Seconds()
	}
	return speeds
}

// promptBar is how many times a prompt may cost what one pass of bytes.IndexByte
// over 4 KiB does.
const promptBar = 20

// A prompt of 200 bytes, everything on. Run by mage bench:detect.
func TestPromptCost(t *testing.T) {
	requireBench(t)
	page, text := bytes.Repeat([]byte("a"), 4<<10), prompt()
	const times = 20_000
	sink := 0
	base := medianOf(func() {
		for range times {
			sink += bytes.IndexByte(page, 'b')
		}
	})
	var table strings.Builder
	fmt.Fprintf(&table, "one pass of bytes.IndexByte over 4 KiB: %d ns\n", base/times)
	for _, n := range []int{0, 10_000, 1_000_000} {
		set := setOf(t, n)
		var found []core.Finding
		cost := medianOf(func() {
			for range times {
				found = set.Find(found[:0], text)
			}
		})
		ratio := float64(cost) / float64(base)
		fmt.Fprintf(&table, "200-byte prompt, %d names, %d found: %d ns, %.1f times, bar %d\n", n, len(found), cost/times, ratio, promptBar)
		assert.LessOrEqual(t, ratio, float64(promptBar), "%d names", n)
	}
	require.Negative(t, sink)
	publish(t, "README.md", "prompt", table.String())
}

// medianOf is the median of the CPU times of some runs.
func medianOf(f func()) time.Duration {
	var list []time.Duration
	for range rounds {
		list = append(list, cpuOf(f))
	}
	slices.Sort(list)
	return list[rounds/2]
}

func requireBench(t *testing.T) {
	t.Helper()
	if os.Getenv("VEIL_BENCH") == "" {
		t.Skip("SKIPPED: times are measured by mage bench:detect")
	}
}
