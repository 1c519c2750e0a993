// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/core/laws"
)

// The two laws on the composed guard: real detectors, real store. (The store's
// own suite proves them with planted findings.)

// lawGuard is a guard with a small catalogue and a store of its own.
func lawGuard(t *testing.T) *core.Guard {
	t.Helper()
	guard, end := openLawGuard(t, t.TempDir())
	t.Cleanup(end)
	return guard
}

// openLawGuard is lawGuard with its files in dir, until end is called.
func openLawGuard(t *testing.T, dir string) (guard *core.Guard, end func()) {
	t.Helper()
	names := writeFile(t, filepath.Join(dir, "names.txt"), "María Pérez\nÓscar Núñez Ibáñez\nMercadona\n")
	setup := assemble.Setup{
		Config: config.Config{Catalogs: []string{names}},
		Dirs:   config.Dirs{State: filepath.Join(dir, "state")},
	}
	guard, store, err := setup.Guard("laws")
	require.NoError(t, err)
	guard.Capabilities = append(terminalCapabilities(), core.Capability{Host: terminal, Surface: core.History, Power: core.Rewrite})
	return guard, func() { require.NoError(t, store.Close()) }
}

// rewriteText returns what becomes of text on a surface.
func rewriteText(t *testing.T, guard *core.Guard, s core.Surface, text string) string {
	t.Helper()
	v, err := guard.Inspect(context.Background(), core.Event{
		Host: core.Host{Name: terminal}, Session: "laws", Surface: s, Power: core.Rewrite, Leaves: []core.Leaf{{Text: text}},
	})
	require.NoError(t, err)
	require.Equal(t, core.Allow, v.Decision, v.Reasons)
	if len(v.Patches) == 0 {
		return text
	}
	require.Equal(t, v.Patches[0].New, core.ApplyEdits(text, v.Patches[0].Edits))
	return v.Patches[0].New
}

// lawSeeds is how many seeds the laws are tried on, and lawDocuments on how many
// documents of each.
const (
	lawSeeds     = 3
	lawDocuments = 2_000
	perSession   = 50 // documents
)

// eachDocument gives each document of each seed to try, with the guard of its session.
func eachDocument(t *testing.T, try func(*testing.T, *core.Guard, document)) {
	t.Helper()
	for seed := range laws.Seeds(t, lawSeeds) {
		g := generator{rand.New(rand.NewPCG(seed, 12))}
		for range lawDocuments / perSession {
			dir := t.TempDir()
			guard, end := openLawGuard(t, dir)
			for range perSession {
				try(t, guard, g.document())
			}
			end() // many seeds are more sessions than a process may have files open
			require.NoError(t, os.RemoveAll(dir))
		}
	}
}

func TestFreshTextIsRestoredByteForByte(t *testing.T) {
	changed, all := 0, 0
	eachDocument(t, func(t *testing.T, guard *core.Guard, d document) {
		hidden := rewriteText(t, guard, core.ToolOutput, d.text)
		restored, _, err := inspectText(context.Background(), guard, hidden, true)
		require.NoError(t, err)
		require.True(t, restored == d.text, "in  %q\nout %q\nvia %q", d.text, restored, hidden)
		if hidden != d.text {
			changed++
		}
		all++
	})
	require.Greater(t, changed, all/2)
}

func TestResentTextIsHiddenOnce(t *testing.T) {
	eachDocument(t, func(t *testing.T, guard *core.Guard, d document) {
		once := rewriteText(t, guard, core.History, d.text)
		twice := rewriteText(t, guard, core.History, once)
		require.True(t, twice == once, "in    %q\nonce  %q\ntwice %q", d.text, once, twice)
		later := rewriteText(t, guard, core.History, d.text)
		require.True(t, later == once, "the same text has one answer\nin    %q\nonce  %q\nlater %q", d.text, once, later)
	})
}

// A value that stands by itself is hidden, whatever else the text holds.
func TestNoValueSurvives(t *testing.T) {
	values := 0
	eachDocument(t, func(t *testing.T, guard *core.Guard, d document) {
		hidden := rewriteText(t, guard, core.ToolOutput, d.text)
		for _, value := range d.alone {
			require.NotContains(t, hidden, apart+value+apart, "in  %q", d.text)
			values++
		}
	})
	require.Greater(t, values, lawDocuments)
}

func TestRestoredTextIsHiddenAgain(t *testing.T) {
	for seed := range laws.Seeds(t, 1) {
		g := generator{rand.New(rand.NewPCG(15+seed, 16))}
		for range 20 {
			guard := lawGuard(t)
			var tokens []string
			for range 12 {
				for _, s := range core.FindTokens(nil, rewriteText(t, guard, core.History, "Sr. "+g.value()+" ")) {
					tokens = append(tokens, s.Token.String())
				}
			}
			for range 40 {
				var b strings.Builder
				for range 1 + g.IntN(8) {
					if g.IntN(2) == 0 {
						b.WriteString(tokens[g.IntN(len(tokens))])
					} else {
						b.WriteString(g.filler())
					}
				}
				restored, _, err := inspectText(context.Background(), guard, b.String(), true)
				require.NoError(t, err)
				hidden := rewriteText(t, guard, core.History, restored)
				for _, s := range core.FindTokens(nil, b.String()) {
					value, _, err := inspectText(context.Background(), guard, s.Token.String(), true)
					require.NoError(t, err)
					// Names need a boundary on both sides: "Ana" is not in "Anabel".
					if len(value) < 8 || s.Token.Kind == core.Nombre || value == s.Token.String() {
						continue
					}
					require.False(t, strings.Contains(hidden, value), "y %q\nrestored %q\nhidden %q", b.String(), restored, hidden)
				}
			}
		}
	}
}
