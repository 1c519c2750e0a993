// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
)

// The two laws on the composed guard: real detectors, real store. (The store's
// own suite proves them with planted findings.)

// lawGuard is a guard with a small catalogue and a store of its own.
func lawGuard(t *testing.T) *core.Guard {
	t.Helper()
	dir := t.TempDir()
	names := writeFile(t, filepath.Join(dir, "names.txt"), "María Pérez\nÓscar Núñez Ibáñez\nMercadona\n")
	setup := assemble.Setup{
		Config: config.Config{Catalogs: []string{names}},
		Dirs:   config.Dirs{State: filepath.Join(dir, "state")},
	}
	guard, store, err := setup.Guard("laws")
	require.NoError(t, err)
	t.Cleanup(func() { _ = store.Close() })
	guard.Capabilities = append(terminalCapabilities(), core.Capability{Host: terminal, Surface: core.History, Power: core.Rewrite})
	return guard
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

// generator writes documents that mix values in several spellings with text that
// could be mistaken for values or tokens.
type generator struct{ *rand.Rand }

const letters = "TRWAGMYFPDXBNJZSQVHLCKE"

func (g generator) dni() []string {
	n := g.IntN(30) + 12345670
	letter := string(letters[n%23])
	d := fmt.Sprint(n)
	return []string{d + letter, d + "-" + letter, d[:2] + "." + d[2:5] + "." + d[5:] + "-" + letter}
}

func (g generator) value() string {
	pick := func(list ...string) string { return list[g.IntN(len(list))] }
	switch g.IntN(6) {
	case 0:
		return pick(g.dni()...)
	case 1:
		return pick("ES9121000418450200051332", "ES91 2100 0418 4502 0005 1332", "es9121000418450200051332", "DE02120300000000202051")
	case 2:
		return pick("maria.perez@clinicasol.es", "Maria.Perez@ClinicaSol.es", "o'brien+x@sub.obra.es")
	case 3:
		return pick("+34 612 345 678", "612 345 678", "tel. 612345678", "0034612345678")
	case 4:
		return pick("María Pérez", "MARÍA PÉREZ", "maria perez", "Maria Pérez", "Pérez, María", "Mercadona")
	default:
		return pick("Óscar Núñez Ibáñez", "oscar_nunez_ibanez")
	}
}

func (g generator) filler() string {
	list := []string{
		"\r\n", "\n", " ", "  ", "\u00a0", "\ufeff", "\t", "e\u0301", "ñ", "😀", "a", "Z", "7", "-", ".", ",", ";", "(", ")", "/", "_", "\"", "'",
		"612345678", "12345678", "DNI ", "tel. ", "Sr. ", "[", "]", "[[", "[DNI-", "DNI-001", "[DNI 001]", "[dni-001]",
		"[DNI-001]", "[DNI-002]", "[DNI-001.2]", "[EMAIL-001]", "[TEL-003]", "[NOMBRE-001]", "[LITERAL-001]", "[ABC-123]", "[IBAN-999999]",
		"@", "x@y", "v1.2.3", "2026-11-29", "192.168.1.1:8080", "git@github.com:a/b", "`", "\\", "%40", "&ntilde;", "\xff", "\xc3",
	}
	return list[g.IntN(len(list))]
}

func (g generator) document() string {
	var b strings.Builder
	for range 1 + g.IntN(14) {
		if g.IntN(3) == 0 {
			b.WriteString(g.value())
		} else {
			b.WriteString(g.filler())
		}
	}
	return b.String()
}

func TestFreshTextIsRestoredByteForByte(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(11, 12))}
	changed := 0
	for range 40 {
		guard := lawGuard(t)
		for range 50 {
			text := g.document()
			hidden := rewriteText(t, guard, core.ToolOutput, text)
			restored, _, err := inspectText(context.Background(), guard, hidden, true)
			require.NoError(t, err)
			require.True(t, restored == text, "in  %q\nout %q\nvia %q", text, restored, hidden)
			if hidden != text {
				changed++
			}
		}
	}
	require.Greater(t, changed, 1000)
}

func TestResentTextIsHiddenOnce(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(13, 14))}
	for range 40 {
		guard := lawGuard(t)
		for range 50 {
			text := g.document()
			once := rewriteText(t, guard, core.History, text)
			twice := rewriteText(t, guard, core.History, once)
			require.True(t, twice == once, "in    %q\nonce  %q\ntwice %q", text, once, twice)
			later := rewriteText(t, guard, core.History, text)
			require.True(t, later == once, "the same text has one answer\nin    %q\nonce  %q\nlater %q", text, once, later)
		}
	}
}

func TestRestoredTextIsHiddenAgain(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(15, 16))}
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
