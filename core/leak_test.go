// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// This is the headline suite: on every surface of every host, and for every
// kind, a planted value cannot pass. Either it is gone from what the event
// becomes, or the event is denied; and a guarantee that the host cannot give is
// an error, never an allow.

// leaks says what is wrong with the guard's answer to the event, or "".
func leaks(g *Guard, ev Event, value string) string {
	v, err := g.Inspect(context.Background(), ev)
	for _, r := range v.Reasons {
		if strings.Contains(fmt.Sprint(r), value) {
			return "a reason holds the value"
		}
	}
	_, missing := g.Capabilities.Require(ev.Host, ev.Surface, ev.Power)
	switch {
	case missing != nil && err == nil:
		return "the host cannot do it, and there is no error"
	case missing != nil && v.Decision != Deny:
		return "the host cannot do it, and the event is not denied"
	case err != nil && v.Decision != Deny:
		return "an error without a denial"
	case v.Decision == Deny && len(v.Patches) > 0:
		return "a denial with patches"
	case v.Decision == Deny:
		return ""
	}
	for _, l := range ev.with(v.Patches).Leaves {
		if strings.Contains(l.Text, value) {
			return "the value passes in " + l.ID.Pointer
		}
	}
	return ""
}

// everyEvent yields an event for every cell of surface x power x host x sink
// with the value planted in a text, in a name and in a number's place.
func everyEvent(value string, yield func(name string, ev Event)) {
	unknown := []Host{{ClaudeCode, ""}, {ClaudeCode, "1.0.0"}, {ClaudeCodeMod, ""}, {ClaudeCodeMod, "2.1.331"}, {OpenCode, ""}, {OpenCode, "2.0.0"}, {"another", "1.0"}}
	for _, h := range append(hosts(), unknown...) {
		for _, s := range Surfaces() {
			if s == Display { // the person may read the value: TestDisplay
				continue
			}
			for _, p := range Powers() {
				for _, sink := range []Sink{SinkUnknown, SinkShell, SinkEgress, SinkDelegate} {
					leaves := []Leaf{
						textLeaf("/text", "before "+value+" after"),
						{ID: LeafID{"/name", true}, Text: value},
						{ID: LeafID{Pointer: "/number"}, Text: value, Number: true},
					}
					for _, l := range leaves {
						yield(fmt.Sprintf("%s %s/%s/%s/sink %d%s", h.Name, h.Version, s, p, sink, l.ID.Pointer),
							Event{Host: h, Session: "s", Surface: s, Power: p, Tool: ToolSpec{Sink: sink, CommandFields: []string{"text"}}, Leaves: []Leaf{l}})
					}
				}
			}
		}
	}
}

func TestNoPlantedValuePasses(t *testing.T) {
	for _, kind := range Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			value := planted[kind]
			everyEvent(value, func(name string, ev Event) {
				require.Empty(t, leaks(newGuard(), ev, value), name)
			})
		})
	}
}

// The suite can go red: each of these guards is broken in one way, and the
// suite must say so for every kind.
func TestTheSuiteSeesABrokenGuard(t *testing.T) {
	all := Capabilities{}
	for _, row := range Matrix() {
		row.Versions = VersionRange{}
		all = append(all, row)
	}
	broken := map[string]func(g *Guard, kind Kind){
		"a detector that misses a kind":   func(g *Guard, kind Kind) { g.Detectors = []Detector{fakeDetector{misses: kind}} },
		"no detector":                     func(g *Guard, _ Kind) { g.Detectors = nil },
		"a store that forgets to replace": func(g *Guard, _ Kind) { g.Pseudonyms = forgetful{} },
	}
	for name, brk := range broken {
		for _, kind := range Kinds() {
			g := newGuard()
			brk(g, kind)
			red := 0
			everyEvent(planted[kind], func(_ string, ev Event) {
				if leaks(g, ev, planted[kind]) != "" {
					red++
				}
			})
			require.Positive(t, red, "%s: the suite stays green for %s", name, kind)
		}
	}
	t.Run("a matrix that promises too much", func(t *testing.T) {
		g := newGuard()
		g.Capabilities = all
		_, err := g.Inspect(context.Background(), Event{Host: Host{ClaudeCode, "1.0.0"}, Surface: ToolOutput, Power: Rewrite})
		require.NoError(t, err, "the promise is kept by the matrix alone")
	})
}

type forgetful struct{ fakePseudonyms }

func (forgetful) Hide(_ context.Context, texts []Hideable) ([]Rewriting, error) {
	return make([]Rewriting, len(texts)), nil
}

// requireUnsupported asserts that asking for the guarantee is an error and a
// denial, and that the reason says so.
func requireUnsupported(t *testing.T, host Host, s Surface, p Power) {
	t.Helper()
	ev := Event{Host: host, Session: "s", Surface: s, Power: p, Leaves: []Leaf{textLeaf("", "hola")}}
	v, err := newGuard().Inspect(context.Background(), ev)
	var unsupported *UnsupportedCapabilityError
	require.ErrorAs(t, err, &unsupported)
	require.Equal(t, host, unsupported.Host)
	require.Equal(t, Deny, v.Decision)
	require.Equal(t, "unsupported_capability", v.Reasons[0].Rule)
	require.NotEmpty(t, v.Reasons[0].Remedy)
}

func TestClaudeCodeHooksCannotRewritePrompt(t *testing.T) {
	requireUnsupported(t, Host{ClaudeCode, "2.1.332"}, Prompt, Rewrite)
}

func TestClaudeCodeToolOutputBelow2_1_121Unsupported(t *testing.T) {
	requireUnsupported(t, Host{ClaudeCode, "2.1.120"}, ToolOutput, Rewrite)
	requireUnsupported(t, Host{ClaudeCode, ""}, ToolOutput, Rewrite)
	_, err := Matrix().Require(Host{ClaudeCode, "2.1.121"}, ToolOutput, Rewrite)
	require.NoError(t, err)
}

func TestClaudeCodeHooksFailedOutputUnsupported(t *testing.T) {
	requireUnsupported(t, Host{ClaudeCode, "2.1.332"}, FailedOutput, Rewrite)
	requireUnsupported(t, Host{ClaudeCode, "2.1.332"}, FailedOutput, Block)
}

func TestClaudeCodeHooksHistoryUnsupported(t *testing.T) {
	for _, p := range []Power{Rewrite, Block} {
		requireUnsupported(t, Host{ClaudeCode, "2.1.332"}, History, p)
	}
}

func TestClaudeCodeHooksSystemUnsupported(t *testing.T) {
	for _, p := range []Power{Rewrite, Block} {
		requireUnsupported(t, Host{ClaudeCode, "2.1.332"}, System, p)
	}
}

// What the mod does is promised from the version on which it was measured.
func TestClaudeCodeModRewritesEverySurface(t *testing.T) {
	for _, s := range Surfaces() {
		_, err := Matrix().Require(Host{ClaudeCodeMod, "2.1.332"}, s, Rewrite)
		require.NoError(t, err, s)
		requireUnsupported(t, Host{ClaudeCodeMod, "2.1.331"}, s, Rewrite)
		requireUnsupported(t, Host{ClaudeCodeMod, ""}, s, Rewrite)
	}
}

func TestCallWhoseOutputCannotBeRewrittenDoesNotRun(t *testing.T) {
	host := Host{ClaudeCode, "2.1.120"}
	_, err := Matrix().Require(host, ToolInput, Rewrite)
	require.NoError(t, err)
	ev := Event{Host: host, Session: "s", Surface: ToolInput, Power: Rewrite, Leaves: []Leaf{textLeaf("/file_path", "/a")}}
	v, err := newGuard().Inspect(context.Background(), ev)
	var unsupported *UnsupportedCapabilityError
	require.ErrorAs(t, err, &unsupported)
	require.Equal(t, ToolOutput, unsupported.Surface)
	require.Equal(t, Deny, v.Decision)
}
