// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/detectors"
)

// linearBar is how many steps a text may take whose first half takes one, and
// linearSize the size of that half unless VEIL_LINEAR_SIZE says more.
const (
	linearBar  = 2.1
	linearSize = 16_000
)

// hostileUnits are repeated to make texts that have once cost somebody too much:
// what begins a value over and over, and never or nearly ends it.
func hostileUnits() []string {
	return []string{
		"1", "12", "1a", "1 ", "1.", "1-", "1,", "1/", "0034 ", "+34", "12 345 678 ", "12345678Z ", "X1234567", "ES91 ", "ES91",
		"4111 ", "41111111", "28/", "1234 BCD", "1234B", "AAA123456 ", "A1234567", "tel 612345678 ", "tel ", "dni ", "iban ", "tarjeta ",
		"@", "a@", "@a.", "a@b", "a.b@c.d.", "a@b.es@c.es ", "x@1a.1-", "xn--.", "a@xn--",
		"a", "A", "aB", "a ", "Ana ", "Ana María ", "ana_", "Núria ", "núria pérez ", "Pérez, ", "Clínica ", "ñ", "é@é.é",
		`\`, `\\`, `\u`, `\u00`, `\u0031`, `\\u0031`, `\x3`, `\x31`, `\n`, `\"`, `a\`, "%", "%4", "%40", "%25", "%2525", "&", "&#", "&#4", "&#49;", "&#x31;",
		"&amp;", "&ntilde;", "=", "=3", "=31", "=\n", "[", "[DNI-", "[DNI-001]", "]", "{", `{"`, `{"dni":"`, "\x1b[", "\x1b[31m", "1\x1b[3m",
		"QUJD", "QUJDREVG\n", "QUJDREVG\\n", "Zm9v/", "H4sI", "a1b2", "deadbeef", "-----BEGIN PRIVATE KEY-----\n", "ghp_", "AKIA", "sk_live_", "xoxb-1-",
		"+", "a+", "1+1+", "?a=1+1+", "&a=b+", "tel=6+", "a=1+%41",
		"\u200b", "1\u200b", "\u00ad", "a\u00ad", "\u0301", "a\u0301", "１", "１２ ", "А", "\u00a0", "1\u2009", "\xff", "\xfe", "\xed", "\xc3", "\xe2\x80", "\xef\xbb",
		"dni\n", "dni\n12345678\n", "| dni |\n", "id;dni\n\n", "id;dni\n\n1;12345678\n\n", "<td>", "<td ", "<tr><td>12345678", "<table><tr><th>dni<tr><td>12345678", "\n", " ", "\t", "|", "| 1 ", ";1", "a;b\n", "> ", "ES91\n> ", "_", ".", "-", "data:;base64,",
	}
}

// ordinary are texts of about n bytes in one line.
func ordinary(n int) map[string][]byte {
	var mails, prose, encoded strings.Builder
	for i := 0; mails.Len() < n; i++ {
		fmt.Fprintf(&mails, "ana%d@obra%d.es ", i%5_000, i%5_000)
	}
	for prose.Len() < n {
		prose.WriteString("El niño come 3 manzanas en casa de su abuela y después juega con la niña hasta las 20:30. ")
	}
	for i := 0; encoded.Len() < n; i++ {
		encoded.WriteString(base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "ficha %d: 12345678Z y algo más de texto para el tramo", i)) + " ")
	}
	return map[string][]byte{"e-mails": []byte(mails.String()[:n]), "prose": []byte(prose.String()[:n]), "base64": []byte(encoded.String()[:n])}
}

// Twice the text takes at most 2.1 times the steps, whatever it holds. VEIL_TIMES
// prints the ratio of the CPU times beside it.
func TestStepsAreLinear(t *testing.T) {
	s, set, size := newStepper(t), plantSet(t), envInt(t, "VEIL_LINEAR_SIZE", linearSize)
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(w, "text\tsteps a byte\tsteps 2n/n\ttime 2n/n\t")
	row := func(name string, half, whole []byte) {
		one, two := s.steps(t, half), s.steps(t, whole)
		ratio := float64(two) / float64(one)
		assert.LessOrEqual(t, ratio, linearBar, "%s: %d steps, then %d", name, one, two)
		times := "-"
		if os.Getenv("VEIL_TIMES") != "" {
			times = fmt.Sprintf("%.2f", timeRatio(set, half, whole))
		}
		_, _ = fmt.Fprintf(w, "%s\t%.1f\t%.3f\t%s\t\n", name, float64(two)/float64(len(whole)), ratio, times)
	}
	for _, unit := range hostileUnits() {
		half := bytes.Repeat([]byte(unit), size/len(unit))
		row(fmt.Sprintf("%.20q", unit), half, bytes.Repeat(half, 2))
	}
	halves := ordinary(size)
	for name, whole := range ordinary(2 * size) {
		row(name, halves[name], whole)
	}
	require.NoError(t, w.Flush())
	publish(t, "linear.md", "linear", table.String())
}

// timeRatio is the ratio of the CPU times of two texts, each the best of three.
func timeRatio(set *detectors.Set, half, whole []byte) float64 {
	best := func(text []byte) time.Duration {
		least := time.Hour
		for range 3 {
			least = min(least, cpuOf(func() { set.Find(nil, text) }))
		}
		return least
	}
	return float64(best(whole)) / float64(best(half))
}

// cpuOf is the CPU time of this process for f.
func cpuOf(f func()) time.Duration {
	before := cpuTime()
	f()
	return cpuTime() - before
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // it fails for a wrong argument only
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
