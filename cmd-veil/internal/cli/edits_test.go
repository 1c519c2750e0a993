// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/core/laws"
)

// editTool is a tool like Edit of both hosts.
func editTool() core.ToolSpec {
	return core.ToolSpec{
		Name: "edit", Sink: core.SinkFile, PathFields: []string{"file_path"},
		ContentFields: []string{"old_string", "new_string"},
	}
}

// revealEdit returns what an edit's texts are when the tool gets them; ok is false
// if pieces joined at random make something like a token, which is denied.
func revealEdit(t *testing.T, guard *core.Guard, file, before, after string) (gotBefore, gotAfter string, ok bool) {
	t.Helper()
	leaf := func(name, text string) core.Leaf { return core.Leaf{ID: core.LeafID{Pointer: "/" + name}, Text: text} }
	v, err := guard.Inspect(context.Background(), core.Event{
		Host: core.Host{Name: terminal}, Session: "laws", Surface: core.ToolInput, Power: core.Rewrite, Tool: editTool(),
		Leaves: []core.Leaf{leaf("file_path", file), leaf("old_string", before), leaf("new_string", after)},
	})
	require.NoError(t, err)
	if v.Decision == core.Deny && v.Reasons[0].Rule == "token_misspelled" {
		return "", "", false
	}
	require.Equal(t, core.Allow, v.Decision, v.Reasons)
	for _, p := range v.Patches {
		switch p.Leaf.Pointer {
		case "/old_string":
			before = p.New
		case "/new_string":
			after = p.New
		}
	}
	return before, after, true
}

// cut returns a place in text that is within no token and no character.
func cut(g generator, text string) int {
	tokens := core.FindTokens(nil, text)
	for {
		at := g.IntN(len(text) + 1)
		inside := false
		for _, s := range tokens {
			inside = inside || s.Start < at && at < s.End
		}
		if !inside && (at == len(text) || text[at]&0xC0 != 0x80) {
			return at
		}
	}
}

// An agent edits what it was shown. What is on disk afterwards is what the same
// edit of the real text would have left, byte for byte.
func TestAnEditLeavesWhatItWouldHaveLeft(t *testing.T) {
	edited := 0
	for seed := range laws.Seeds(t, 1) {
		g := generator{rand.New(rand.NewPCG(31+seed, 32))}
		for range 25 {
			guard := lawGuard(t)
			for _, s := range []core.Surface{core.ToolInput, core.FailedOutput} {
				guard.Capabilities = append(guard.Capabilities, core.Capability{Host: terminal, Surface: s, Power: core.Rewrite})
			}
			for range 40 {
				real := g.document().text
				file := writeFile(t, filepath.Join(t.TempDir(), "f.txt"), real)
				shown := rewriteText(t, guard, core.ToolOutput, real)
				a, b := cut(g, shown), cut(g, shown)
				c, d := cut(g, shown), cut(g, shown)
				a, b, c, d = min(a, b), max(a, b), min(c, d), max(c, d)
				before, after, ok := revealEdit(t, guard, file, shown[a:b], shown[c:d]+"x")
				if !ok || before == "" || strings.Index(real, before) != strings.LastIndex(real, before) {
					continue // what stands there twice, also overlapping, the tool itself refuses
				}
				onDisk := strings.Replace(real, before, after, 1)
				_, want, ok := revealEdit(t, guard, file, "", shown[:a]+shown[c:d]+"x"+shown[b:])
				if !ok {
					continue
				}
				edited++
				require.Equal(t, want, onDisk, "%q: %q -> %q", shown, shown[a:b], shown[c:d])
				// The agent looks again: it sees its own edit.
				require.Equal(t, rewriteText(t, guard, core.ToolOutput, want), rewriteText(t, guard, core.ToolOutput, onDisk))
			}
		}
	}
	require.Greater(t, edited, 300)
}

// patchTool is a tool like apply_patch.
func patchTool() core.ToolSpec {
	return core.ToolSpec{Name: "apply_patch", Sink: core.SinkFile, ContentFields: []string{"patch"}, PatchFields: []string{"patch"}}
}

// hunk is an update of a file with each line of a text under a sign.
func hunk(sign, text string) string {
	var b strings.Builder
	b.WriteString("*** Begin Patch\n*** Update File: f.txt\n@@\n")
	for line := range strings.Lines(text) {
		b.WriteString(sign + strings.TrimSuffix(line, "\n") + "\n")
	}
	return b.String() + "*** End Patch"
}

// An agent patches what it was shown. The patch that the tool gets has the lines that
// stand in the file, each with its sign, also where a value goes over several lines.
func TestAPatchHasTheLinesOfTheFile(t *testing.T) {
	patched, severalLines := 0, 0
	for seed := range laws.Seeds(t, 1) {
		g := generator{rand.New(rand.NewPCG(33+seed, 34))}
		for range 15 {
			guard := lawGuard(t)
			for _, s := range []core.Surface{core.ToolInput, core.FailedOutput} {
				guard.Capabilities = append(guard.Capabilities, core.Capability{Host: terminal, Surface: s, Power: core.Rewrite})
			}
			for range 40 {
				real := g.document().text + []string{"", "\nde María\nPérez\n", "\nÓscar Núñez\r\nIbáñez.\n"}[g.IntN(3)]
				shown := rewriteText(t, guard, core.ToolOutput, real)
				sign := []string{" ", "-", "+"}[g.IntN(3)]
				v, err := guard.Inspect(context.Background(), core.Event{
					Host: core.Host{Name: terminal}, Session: "laws", Surface: core.ToolInput, Power: core.Rewrite, Tool: patchTool(),
					Leaves: []core.Leaf{{ID: core.LeafID{Pointer: "/patch"}, Text: hunk(sign, shown)}},
				})
				require.NoError(t, err)
				if v.Decision == core.Deny && v.Reasons[0].Rule == "token_misspelled" {
					continue
				}
				require.Equal(t, core.Allow, v.Decision, v.Reasons)
				got := hunk(sign, shown)
				if len(v.Patches) > 0 {
					got = v.Patches[0].New
				}
				require.Equal(t, hunk(sign, real), got)
				patched++
				if strings.Count(real, "\n") > strings.Count(shown, "\n") {
					severalLines++
				}
			}
		}
	}
	t.Logf("%d patches, %d with values of several lines", patched, severalLines)
	require.Greater(t, patched, 200)
	require.Positive(t, severalLines)
}
