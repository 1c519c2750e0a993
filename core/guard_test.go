// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func inspect(t *testing.T, g *Guard, ev Event) Verdict {
	t.Helper()
	v, err := g.Inspect(context.Background(), ev)
	require.NoError(t, err)
	return v
}

func openCode(s Surface, leaves ...Leaf) Event {
	return Event{Host: Host{OpenCode, "1.18.33"}, Session: "s", Surface: s, Power: Rewrite, Leaves: leaves}
}

func TestOutwardTextIsHidden(t *testing.T) {
	for _, s := range []Surface{Prompt, ToolOutput, FailedOutput, History, System} {
		v := inspect(t, newGuard(), openCode(s, textLeaf("/a", "dni 12345678Z"), textLeaf("/b", "nothing")))
		require.Equal(t, Allow, v.Decision)
		require.Equal(t, []Patch{{LeafID{Pointer: "/a"}, Hide, "dni [DNI-001]", []Edit{{4, 13, "[DNI-001]"}}}}, v.Patches)
		require.Equal(t, LabelPII, v.Labels)
	}
}

func TestSinkDecidesTheDirection(t *testing.T) {
	const token, value = "[DNI-001]", "12345678Z"
	tests := []struct {
		name     string
		sink     Sink
		in, want string
	}{
		{"a file write restores", SinkFile, token, value},
		{"a file write leaves values", SinkFile, value, value},
		{"a read restores", SinkRead, token, value},
		{"a shell keeps tokens", SinkShell, token, token},
		{"a shell hides values", SinkShell, value, token},
		{"egress keeps tokens", SinkEgress, token, token},
		{"egress hides values", SinkEgress, value, token},
		{"a sub-agent hides values", SinkDelegate, value, token},
		{"an unknown tool is egress", SinkUnknown, value, token},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			ev := openCode(ToolInput, textLeaf("/x", tc.in))
			ev.Tool = ToolSpec{Name: "t", Sink: tc.sink}
			v := inspect(t, newGuard(), ev)
			require.Equal(t, Allow, v.Decision)
			require.Equal(t, tc.want, ev.with(v.Patches).Leaves[0].Text)
		})
	}
}

func TestDenials(t *testing.T) {
	shell := ToolSpec{Name: "bash", Sink: SinkShell, CommandFields: []string{"command"}}
	write := ToolSpec{Name: "write", Sink: SinkFile}
	tests := []struct {
		name string
		ev   Event
		tool ToolSpec
		rule string
	}{
		{"what cannot be scanned", openCode(ToolOutput, textLeaf("/a", "a\x00b")), ToolSpec{}, "unscannable"},
		{"a value as an argument's name", openCode(ToolInput, Leaf{ID: LeafID{"/12345678Z", true}, Text: "12345678Z"}), ToolSpec{}, "value_in_name_or_number"},
		{"a value as a number", openCode(ToolInput, Leaf{ID: LeafID{Pointer: "/n"}, Text: "4111111111111111", Number: true}), ToolSpec{}, "value_in_name_or_number"},
		{"a token that a shell writes", openCode(ToolInput, textLeaf("/command", "echo [DNI-001] > f")), shell, "token_in_shell_write"},
		{"a value that a shell writes", openCode(ToolInput, textLeaf("/command", "echo 12345678Z > f")), shell, "token_in_shell_write"},
		{"a value that does not fit a command", openCode(ToolInput, textLeaf("/command", "grep [EMAIL-001] f")), shell, "value_in_command"},
		{"a token that nobody was given", openCode(ToolInput, textLeaf("/content", "[DNI-002]")), write, "unknown_token"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			tc.ev.Tool = tc.tool
			v := inspect(t, newGuard(), tc.ev)
			require.Equal(t, Deny, v.Decision)
			require.Empty(t, v.Patches)
			require.Equal(t, tc.rule, v.Reasons[0].Rule)
		})
	}
}

func TestValueAsNameOrNumberInOutputIsReplaced(t *testing.T) {
	ev := openCode(ToolOutput, Leaf{ID: LeafID{"/12345678Z", true}, Text: "12345678Z"}, Leaf{ID: LeafID{Pointer: "/12345678Z"}, Text: "4111111111111111", Number: true})
	v := inspect(t, newGuard(), ev)
	require.Len(t, v.Patches, 2)
}

func TestBlockOffersTheRewrittenText(t *testing.T) {
	ev := Event{Host: Host{ClaudeCode, "2.1.332"}, Session: "s", Surface: Prompt, Power: Block, Leaves: []Leaf{textLeaf("", "Mi DNI es 12345678Z\ny ana@clinica.example")}}
	v := inspect(t, newGuard(), ev)
	require.Equal(t, Deny, v.Decision)
	require.Equal(t, "it holds personal data (1 DNI, 1 EMAIL)", v.Reasons[0].Text)
	require.Contains(t, v.Reasons[0].Remedy, "\nMi DNI es [DNI-001]\ny [EMAIL-001]")

	ev.Leaves = []Leaf{textLeaf("", "hola")}
	require.Equal(t, Verdict{}, inspect(t, newGuard(), ev))
}

func TestPoliciesSeeBothForms(t *testing.T) {
	read := ToolSpec{Name: "read", Sink: SinkRead}
	for _, word := range []string{"[NOMBRE-001]", "Ana Ruiz"} {
		g := newGuard()
		g.Policies = []Policy{fakePolicy{word: word}}
		ev := openCode(ToolInput, textLeaf("/path", "/c/[NOMBRE-001].txt"))
		ev.Tool = read
		v := inspect(t, g, ev)
		require.Equal(t, Deny, v.Decision, word)
		require.Empty(t, v.Patches)
	}
}

func TestDisplay(t *testing.T) {
	tests := []struct {
		name                    string
		interactive, showValues bool
		want                    string
	}{
		{"a person reads it", true, false, "12345678Z"},
		{"it goes into a pipe", false, false, "[DNI-001]"},
		{"the user wants values everywhere", false, true, "12345678Z"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			g.ShowValues = tc.showValues
			ev := Event{Host: Host{ClaudeCode, "2.1.332"}, Session: "s", Surface: Display, Power: Rewrite, Interactive: tc.interactive, Leaves: []Leaf{textLeaf("", "[DNI-001]")}}
			require.Equal(t, tc.want, ev.with(inspect(t, g, ev).Patches).Leaves[0].Text)
		})
	}
}

type panicking struct{}

func (panicking) Find([]Finding, []byte) []Finding { panic("12345678Z") }

type hanging struct{ until chan struct{} }

func (h hanging) Find(dst []Finding, _ []byte) []Finding { <-h.until; return dst }

func TestFailsClosed(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	broken := errors.New("the store is corrupt")
	tests := []struct {
		name   string
		change func(g *Guard)
		ev     Event
	}{
		{"a detector panics", func(g *Guard) { g.Detectors = []Detector{panicking{}} }, openCode(Prompt, textLeaf("", "12345678Z"))},
		{"a detector hangs", func(g *Guard) { g.Detectors = []Detector{hanging{release}} }, openCode(Prompt, textLeaf("", "12345678Z"))},
		{"hiding fails", func(g *Guard) { g.Pseudonyms = fakePseudonyms{err: broken} }, openCode(Prompt, textLeaf("", "12345678Z"))},
		{"revealing fails", func(g *Guard) { g.Pseudonyms = fakePseudonyms{err: broken} }, fileWrite("[DNI-001]")},
		{"a policy fails", func(g *Guard) { g.Policies = []Policy{fakePolicy{word: "?", err: broken}} }, fileWrite("x")},
		{"only to be seen", func(*Guard) {}, Event{Host: Host{ClaudeCode, "2.1.332"}, Surface: FailedOutput, Power: Observe}},
		{"no parts at all", func(g *Guard) { *g = Guard{} }, openCode(Prompt)},
		{"no store", func(g *Guard) { g.Pseudonyms = nil }, openCode(Prompt, textLeaf("", "x"))},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			tc.change(g)
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			v, err := g.Inspect(ctx, tc.ev)
			require.Error(t, err)
			require.Equal(t, Deny, v.Decision)
			require.Len(t, v.Reasons, 1)
			require.NotEmpty(t, v.Reasons[0].Remedy)
			require.NotContains(t, v.Reasons[0].Line(), "12345678Z")
			require.NotContains(t, v.Reasons[0].Line(), "\n")
		})
	}
}

func fileWrite(content string) Event {
	ev := openCode(ToolInput, textLeaf("/content", content))
	ev.Tool = ToolSpec{Name: "write", Sink: SinkFile}
	return ev
}

// restless finds the last letter that is left, whatever it is shown.
type restless struct{}

func (restless) Find(dst []Finding, text []byte) []Finding {
	if i := strings.LastIndexByte(string(text), 'x'); i >= 0 {
		dst = append(dst, Finding{Kind: Tel, Start: i, End: i + 1, Value: "x"})
	}
	return dst
}

func TestTextThatNeverSettlesIsDenied(t *testing.T) {
	g := newGuard()
	g.Detectors = []Detector{restless{}}
	v, err := g.Inspect(context.Background(), openCode(Prompt, textLeaf("", strings.Repeat("x", 100))))
	require.ErrorIs(t, err, errUnsettled)
	require.Equal(t, Deny, v.Decision)
}

// remembering knows the phone number once it has been hidden.
type remembering struct {
	fakePseudonyms
	knows *bool
}

func (p remembering) Known(dst []Finding, text []byte) []Finding {
	i := strings.Index(string(text), "612345678")
	if !*p.knows || i < 0 {
		return dst
	}
	return append(dst, Finding{Kind: Tel, Start: i, End: i + 9, Basis: ByMemory})
}

func (p remembering) Hide(ctx context.Context, texts []Hideable) ([]Rewriting, error) {
	for _, t := range texts {
		*p.knows = *p.knows || len(t.Findings) > 0
	}
	return p.fakePseudonyms.Hide(ctx, texts)
}

func TestTwinOfAValueThatBecameKnownIsHidden(t *testing.T) {
	g := newGuard()
	g.Pseudonyms = remembering{knows: new(bool)}
	ev := openCode(Prompt, textLeaf("/a", "bare 612345678 and +34612345678, bare 612345678"), textLeaf("/b", "612345678"))
	v := inspect(t, g, ev)
	got := ev.with(v.Patches).Leaves
	require.Equal(t, "bare [TEL-001] and [TEL-001], bare [TEL-001]", got[0].Text)
	require.Equal(t, "[TEL-001]", got[1].Text)
	require.Equal(t, got[0].Text, ApplyEdits(ev.Leaves[0].Text, v.Patches[0].Edits), "the edits tell the same")
}

// freshness notes whether the guard calls a text fresh.
type freshness struct {
	fakePseudonyms
	fresh *bool
}

func (p freshness) Hide(ctx context.Context, texts []Hideable) ([]Rewriting, error) {
	*p.fresh = texts[0].Fresh
	return p.fakePseudonyms.Hide(ctx, texts)
}

func TestOnlyForeignOutputIsFresh(t *testing.T) {
	tests := []struct {
		surface Surface
		sink    Sink
		want    bool
	}{
		{ToolOutput, SinkRead, true},
		{ToolOutput, SinkUnknown, true},
		{ToolOutput, SinkDelegate, false},
		{Prompt, SinkUnknown, false},
		{History, SinkUnknown, false},
	}
	for _, tc := range tests {
		g, fresh := newGuard(), false
		g.Pseudonyms = freshness{fresh: &fresh}
		ev := openCode(tc.surface, textLeaf("", "[DNI-001]"))
		ev.Tool.Sink = tc.sink
		inspect(t, g, ev)
		require.Equal(t, tc.want, fresh, "%s, sink %d", tc.surface, tc.sink)
	}
}

// forgetting has lost the store: every token is unknown.
type forgetting struct{ fakePseudonyms }

func (forgetting) Hide(_ context.Context, texts []Hideable) ([]Rewriting, error) {
	out := make([]Rewriting, len(texts))
	for i, t := range texts {
		for _, s := range FindTokens(nil, t.Text) {
			out[i].Unknown = append(out[i].Unknown, s.Token)
		}
	}
	return out, nil
}

func TestUnknownTokensAreSaid(t *testing.T) {
	for surface, rule := range map[Surface]string{Prompt: "unknown_token", History: "store_lost", System: ""} {
		g := newGuard()
		g.Pseudonyms = forgetting{}
		v := inspect(t, g, openCode(surface, textLeaf("/a", "[DNI-001] [TEL-002]")))
		require.Equal(t, Allow, v.Decision)
		if rule == "" {
			require.Empty(t, v.Reasons)
			continue
		}
		require.Equal(t, rule, v.Reasons[0].Rule)
		require.Equal(t, "[DNI-001] and 1 more stand for no value of this session", v.Reasons[0].Text)
	}
	ev := openCode(ToolInput, textLeaf("/pattern", "[DNI-002]"))
	ev.Tool = ToolSpec{Name: "grep", Sink: SinkRead}
	v := inspect(t, newGuard(), ev)
	require.Equal(t, Allow, v.Decision, "a search for it does no harm")
	require.Equal(t, "unknown_token", v.Reasons[0].Rule)
}

func TestNoValueWhereAnErrorWouldShowIt(t *testing.T) {
	write := ToolSpec{Name: "Write", Sink: SinkFile, ContentFields: []string{"content", "edits/*/text"}}
	read := ToolSpec{Name: "Read", Sink: SinkRead, PathFields: []string{"file_path"}}
	tests := []struct {
		name    string
		tool    ToolSpec
		pointer string
		deny    bool // on Claude Code, where failed output is out of reach
	}{
		{"a path that is read", read, "/file_path", true},
		{"a path that is written", write, "/file_path", true},
		{"a field that veil does not know", write, "/content2", true},
		{"what is written", write, "/content", false},
		{"what is written, deeper", write, "/edits/0/text", false},
		{"below what is written", write, "/content/0", true},
		{"another member of an edit", write, "/edits/0/other", true},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			for _, host := range hosts() {
				ev := Event{Host: host, Session: "s", Surface: ToolInput, Power: Rewrite, Tool: tc.tool, Leaves: []Leaf{textLeaf(tc.pointer, "/p/[DNI-001]")}}
				v := inspect(t, newGuard(), ev)
				if tc.deny && host.Name == ClaudeCode {
					require.Equal(t, Deny, v.Decision)
					require.Equal(t, "token_in_error", v.Reasons[0].Rule)
					continue
				}
				require.Equal(t, "/p/12345678Z", ev.with(v.Patches).Leaves[0].Text, host.Name)
			}
		})
	}
}

// What one way of the host has put values into is not done again by another: text that
// looks like a token there is meant so. What leaves is hidden all the same.
func TestAnsweredCallIsNotRestoredAgain(t *testing.T) {
	shell := ToolSpec{Name: "Bash", Sink: SinkShell, CommandFields: []string{"command"}}
	tests := []struct {
		name     string
		tool     ToolSpec
		in, want Leaf
	}{
		{"a write", ToolSpec{Name: "Write", Sink: SinkFile, ContentFields: []string{"content"}}, textLeaf("/content", "[DNI-001]"), textLeaf("/content", "[DNI-001]")},
		{"a path", ToolSpec{Name: "Read", Sink: SinkRead}, textLeaf("/path", "[DNI-001]"), textLeaf("/path", "[DNI-001]")},
		{"a local command", shell, textLeaf("/command", "grep [DNI-001] f"), textLeaf("/command", "grep [DNI-001] f")},
		{"another command", shell, textLeaf("/command", "curl -d 12345678Z h"), textLeaf("/command", "curl -d [DNI-001] h")},
		{"a call that leaves", ToolSpec{Name: "mail"}, textLeaf("/body", "12345678Z"), textLeaf("/body", "[DNI-001]")},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			ev := Event{Host: Host{ClaudeCode, "2.1.332"}, Session: "s", Surface: ToolInput, Power: Rewrite, Tool: tc.tool, Answered: true, Leaves: []Leaf{tc.in}}
			v := inspect(t, newGuard(), ev)
			require.Equal(t, Allow, v.Decision, v.Reasons)
			require.Equal(t, tc.want, ev.with(v.Patches).Leaves[0])
		})
	}
}

// Text that was shown to the guard before is not fresh: its tokens are the guard's own.
func TestFreshText(t *testing.T) {
	require.True(t, Event{Surface: ToolOutput}.fresh())
	require.False(t, Event{Surface: ToolOutput, Resent: true}.fresh())
	require.False(t, Event{Surface: ToolOutput, Tool: ToolSpec{Sink: SinkDelegate}}.fresh())
	require.False(t, Event{Surface: Prompt}.fresh())
}
