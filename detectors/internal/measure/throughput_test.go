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

// rounds is how often everything is measured, in turn, for at least a stretch each.
// The median of the single passes counts: the first ones behind another engine's work
// with memory that the system has just given, at twice the time or more, and how much
// more depends on the machine's other guests.
const (
	rounds  = 9
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
	patterns := presidioPatterns()
	list := []engine{{name: "regexp, five patterns", look: func(text []byte) {
		for _, p := range patterns {
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

// throughputs are MB/s of each engine, by the median of its passes.
func throughputs(list []engine, text []byte) []float64 {
	passes := make([][]time.Duration, len(list))
	for range rounds {
		for i, e := range list {
			for total := time.Duration(0); total < stretch; {
				took := cpuOf(func() { e.look(text) })
				passes[i] = append(passes[i], took)
				total += took
			}
		}
	}
	speeds := make([]float64, len(list))
	for i := range list {
		slices.Sort(passes[i])
		speeds[i] = float64(len(text)) / 1e6 / passes[i][len(passes[i])/2].Seconds()
	}
	return speeds
}

// promptBar is how many times a prompt may cost what one pass of bytes.IndexByte
// over 4 KiB does.
const promptBar = 20

// Each of promptRounds takes about promptRound of CPU time for each of what is measured,
// a slice of time short enough to be seldom interrupted. The pass is measured in each
// round beside the prompts, so that a machine that is slower for a while is so for both.
const (
	promptRounds = 201
	promptRound  = 300 * time.Microsecond
)

// A prompt of 200 bytes, everything on. The bar is for prompts as people type them, with
// one value at most; those that are over it are printed. Run by mage bench:detect.
func TestPromptCost(t *testing.T) {
	requireBench(t)
	page, sink := bytes.Repeat([]byte("a"), 4<<10), 0
	costs := []*promptCost{{look: func() { sink += bytes.IndexByte(page, 'b') }}}
	for _, n := range []int{0, 10_000, 1_000_000} {
		set := setOf(t, n)
		for _, p := range prompts() {
			var found []core.Finding
			text := p.text()
			costs = append(costs, &promptCost{samplePrompt: p, names: n, look: func() { found = set.Find(found[:0], text) }})
			require.Len(t, set.Find(nil, text), p.values, p.name)
		}
	}
	for range promptRounds {
		for _, c := range costs {
			c.measure()
		}
	}
	require.Negative(t, sink)
	var table strings.Builder
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(out, "200-byte prompt with\tnames\tns\ttimes\tbar")
	for _, c := range costs[1:] {
		times, bar := c.times(costs[0]), "-"
		if c.bar {
			bar = fmt.Sprint(promptBar)
			assert.LessOrEqual(t, times, float64(promptBar), "%s, %d names", c.name, c.names)
		}
		_, _ = fmt.Fprintf(out, "%s\t%d\t%.0f\t%.1f\t%s\n", c.name, c.names, c.median(), times, bar)
	}
	require.NoError(t, out.Flush())
	publish(t, "README.md", "prompt", fmt.Sprintf("one pass of bytes.IndexByte over 4 KiB: %.0f ns\n%s", costs[0].median(), table.String()))
}

// promptCost is what it costs to look through a prompt, in nanoseconds, in each round.
type promptCost struct {
	samplePrompt
	names  int
	look   func()
	repeat int // so often in a round
	rounds []float64
}

func (c *promptCost) measure() {
	const first = 1_000
	if c.repeat == 0 {
		c.repeat = max(1, int(first*promptRound/(cpuOf(func() { c.run(first) })+1)))
	}
	c.rounds = append(c.rounds, float64(cpuOf(func() { c.run(c.repeat) }).Nanoseconds())/float64(c.repeat))
}

func (c *promptCost) run(times int) {
	for range times {
		c.look()
	}
}

func (c *promptCost) median() float64 { return median(c.rounds) }

// times is how many times the other one's cost this one is, as the median of the rounds.
func (c *promptCost) times(base *promptCost) float64 {
	ratios := make([]float64, len(c.rounds))
	for i := range ratios {
		ratios[i] = c.rounds[i] / base.rounds[i]
	}
	return median(ratios)
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}

func requireBench(t *testing.T) {
	t.Helper()
	if os.Getenv("VEIL_BENCH") == "" {
		t.Skip("SKIPPED: times are measured by mage bench:detect")
	}
}
