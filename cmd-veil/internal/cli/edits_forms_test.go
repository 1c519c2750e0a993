// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// replacement is one edit of a call. All says that every place of Old is meant.
type replacement struct {
	old, new string
	all      bool
}

// apply does what the hosts' tools do: in order, each on what the one before left, and
// only where the text stands once or all are meant.
func apply(t *testing.T, text string, edits []replacement) string {
	t.Helper()
	for _, e := range edits {
		n := strings.Count(text, e.old)
		require.True(t, n == 1 || n > 1 && e.all, "%q stands %d times", e.old, n)
		text = strings.ReplaceAll(text, e.old, e.new)
	}
	return text
}

// revealEdits returns the edits of one call as its tool gets them.
func revealEdits(t *testing.T, guard *core.Guard, edits []replacement) []replacement {
	t.Helper()
	ev := core.Event{
		Host: core.Host{Name: terminal}, Session: "laws", Surface: core.ToolInput, Power: core.Rewrite,
		Tool: core.ToolSpec{Name: "multiedit", Sink: core.SinkFile, PathFields: []string{"file"}, ContentFields: []string{"edits/*/old", "edits/*/new"}},
	}
	pointer := func(i int, name string) string { return "/edits/" + string(rune('0'+i)) + "/" + name }
	for i, e := range edits {
		ev.Leaves = append(ev.Leaves, core.Leaf{ID: core.LeafID{Pointer: pointer(i, "old")}, Text: e.old}, core.Leaf{ID: core.LeafID{Pointer: pointer(i, "new")}, Text: e.new})
	}
	v, err := guard.Inspect(context.Background(), ev)
	require.NoError(t, err)
	require.Equal(t, core.Allow, v.Decision, v.Reasons)
	got := append([]replacement(nil), edits...)
	for _, p := range v.Patches {
		for i := range got {
			switch p.Leaf.Pointer {
			case pointer(i, "old"):
				got[i].old = p.New
			case pointer(i, "new"):
				got[i].new = p.New
			}
		}
	}
	return got
}

// TestEditsOfSpellings: spellings that differ only in their case or their separators are
// different texts for an edit, and each edit hits what it would have hit without veil.
func TestEditsOfSpellings(t *testing.T) {
	const file = "María Pérez, MARÍA PÉREZ, maría pérez; 12345678Z 12345678z 12.345.678-Z\r\nMARÍA PÉREZ: 12345678z\n"
	const shown = "[NOMBRE-001], [NOMBRE-001.2], [NOMBRE-001.3]; [DNI-001] [DNI-001.2] [DNI-001.3]\r\n[NOMBRE-001.2]: [DNI-001.2]\n"
	tests := []struct {
		name        string
		real, model []replacement
	}{
		{"one of three cases", []replacement{{"maría pérez;", "ella;", false}}, []replacement{{"[NOMBRE-001.3];", "ella;", false}}},
		{"every place of one case", []replacement{{"MARÍA PÉREZ", "M.P.", true}}, []replacement{{"[NOMBRE-001.2]", "M.P.", true}}},
		{"every place of a small letter", []replacement{{"12345678z", "12345678Z", true}}, []replacement{{"[DNI-001.2]", "[DNI-001]", true}}},
		{
			"over a line end",
			[]replacement{{"12.345.678-Z\r\nMARÍA PÉREZ", "12.345.678-Z\r\n- MARÍA PÉREZ", false}},
			[]replacement{{"[DNI-001.3]\r\n[NOMBRE-001.2]", "[DNI-001.3]\r\n- [NOMBRE-001.2]", false}},
		},
		{
			"several in one call, the later ones of what the first left",
			[]replacement{{"María Pérez", "MARÍA PÉREZ", false}, {"MARÍA PÉREZ", "X 12345678z", true}, {"X 12345678z:", "12.345.678-Z:", false}},
			[]replacement{{"[NOMBRE-001]", "[NOMBRE-001.2]", false}, {"[NOMBRE-001.2]", "X [DNI-001.2]", true}, {"X [DNI-001.2]:", "[DNI-001.3]:", false}},
		},
		{
			"spellings swapped",
			[]replacement{{"12345678Z 12345678z", "12345678z 12345678Z", false}},
			[]replacement{{"[DNI-001] [DNI-001.2]", "[DNI-001.2] [DNI-001]", false}},
		},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			guard := lawGuard(t)
			for _, s := range []core.Surface{core.ToolInput, core.FailedOutput} {
				guard.Capabilities = append(guard.Capabilities, core.Capability{Host: terminal, Surface: s, Power: core.Rewrite})
			}
			require.Equal(t, shown, rewriteText(t, guard, core.ToolOutput, file))
			require.Equal(t, apply(t, file, tc.real), apply(t, file, revealEdits(t, guard, tc.model)))
		})
	}
}
