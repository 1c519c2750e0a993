// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// csvOf is a table of that many clients, each with an e-mail address, a DNI and an
// IBAN of their own.
func csvOf(rows int) string {
	var b strings.Builder
	b.WriteString("id;alta;email;dni;iban;importe\n")
	for i := range rows {
		n := 12345670 + 7*i
		account := fmt.Sprintf("2100%016d", 41000000000+int64(i))
		fmt.Fprintf(&b, "%d;2026-01-%02d;cliente%d@clinica-lopez.es;%d%c;ES%s;%d,50\n",
			i, i%28+1, i, n, letters[n%23], ibanOf(account), i%900)
	}
	return b.String()
}

// ibanOf returns a Spanish account number behind its check digits (mod 97-10).
func ibanOf(account string) string {
	rest := 0
	for _, digit := range account + "142800" { // E is 14, S is 28
		rest = (rest*10 + int(digit-'0')) % 97
	}
	return fmt.Sprintf("%02d%s", 98-rest, account)
}

// guarded is a guard with the real detectors and the real store.
func guarded(tb testing.TB, setup assemble.Setup, session string) (*core.Guard, *pseudonymstore.Session) {
	tb.Helper()
	guard, store, err := setup.Guard(session)
	require.NoError(tb, err)
	guard.Capabilities = terminalCapabilities()
	return guard, store
}

func setupIn(dir string) assemble.Setup {
	return assemble.Setup{Config: config.Config{}, Dirs: config.Dirs{State: filepath.Join(dir, "state")}}
}

// pseudonymise inspects a text as fresh tool output and returns what replaces it.
func pseudonymise(tb testing.TB, guard *core.Guard, text string) string {
	tb.Helper()
	v, err := guard.Inspect(context.Background(), core.Event{
		Host: core.Host{Name: terminal}, Session: "bench", Surface: core.ToolOutput, Power: core.Rewrite,
		Leaves: []core.Leaf{{Text: text}},
	})
	require.NoError(tb, err)
	require.Equal(tb, core.Allow, v.Decision)
	if len(v.Patches) == 0 {
		return text
	}
	return v.Patches[0].New
}

// BenchmarkPseudonymise hides fresh text with the real detectors and the real
// store. The session of 200B, 16KiB and 1MiB has 5,000 values, those of the text
// among them. Each csv is the first that its session sees: every value is minted.
func BenchmarkPseudonymise(b *testing.B) {
	for _, bc := range []struct {
		name  string
		bytes int
	}{{"200B", 200}, {"16KiB", 16 << 10}, {"1MiB", 1 << 20}} {
		b.Run(bc.name, func(b *testing.B) {
			guard, store := guarded(b, setupIn(b.TempDir()), "bench")
			defer func() { _ = store.Close() }()
			pseudonymise(b, guard, csvOf(5000/3))
			text := benchText(bc.bytes)
			pseudonymise(b, guard, text)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				pseudonymise(b, guard, text)
			}
		})
	}
	for _, rows := range []int{500, 5000} {
		b.Run(fmt.Sprint("csv", rows), func(b *testing.B) {
			setup, text := setupIn(b.TempDir()), csvOf(rows)
			b.SetBytes(int64(len(text)))
			for i := 0; b.Loop(); i++ {
				guard, store := guarded(b, setup, fmt.Sprint(i))
				pseudonymise(b, guard, text)
				_ = store.Close()
			}
		})
	}
}

// TestCSVCostsGrowWithItsRows counts what is allocated, which is no matter of the
// machine: eight times the rows cost at most a fifth more than eight times as much. What
// doubles as it grows does so as often for each eight.
func TestCSVCostsGrowWithItsRows(t *testing.T) {
	cost := func(rows int) (mallocs, bytes float64) {
		setup, text := setupIn(t.TempDir()), csvOf(rows)
		guard, store := guarded(t, setup, "s")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		hidden := pseudonymise(t, guard, text)
		runtime.ReadMemStats(&after)
		require.NoError(t, store.Close())
		require.Contains(t, hidden, fmt.Sprintf("[EMAIL-%03d];[DNI-%03d];[IBAN-%03d];", rows, rows, rows))
		require.NotContains(t, hidden, "@")
		return float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)
	}
	cost(50) // what is made once
	const few, times, most = 500, 8, 1.2 * 8
	fewMallocs, fewBytes := cost(few)
	manyMallocs, manyBytes := cost(few * times)
	t.Logf("%d rows against %d: allocations x%.1f, bytes x%.1f", few*times, few, manyMallocs/fewMallocs, manyBytes/fewBytes)
	require.LessOrEqual(t, manyMallocs, most*fewMallocs)
	require.LessOrEqual(t, manyBytes, most*fewBytes)
}

// TestCSVSurvives: what the guard hides of a table comes back byte for byte.
func TestCSVSurvives(t *testing.T) {
	guard, store := guarded(t, setupIn(t.TempDir()), "s")
	defer func() { require.NoError(t, store.Close()) }()
	text := csvOf(300)
	hidden := pseudonymise(t, guard, text)
	require.NotEqual(t, text, hidden)
	back, _, err := inspectText(context.Background(), guard, hidden, true)
	require.NoError(t, err)
	require.Equal(t, text, back)
}
