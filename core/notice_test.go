// SPDX-License-Identifier: Apache-2.0

package core

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakeMemory remembers in this process.
type fakeMemory struct {
	held map[string]bool
	err  error
}

func (m *fakeMemory) Remember(_ context.Context, texts []string) (fresh []string, err error) {
	for _, text := range texts {
		if !m.held[text] {
			fresh = append(fresh, text)
		}
		if m.held == nil {
			m.held = map[string]bool{}
		}
		m.held[text] = true
	}
	return fresh, m.err
}

func (m *fakeMemory) Remembers(_ context.Context, text string) (bool, error) {
	return m.held[text], m.err
}

// call is a tool call on OpenCode with the arguments in pairs: pointer, text.
func call(tool ToolSpec, args ...string) Event {
	ev := openCode(ToolInput)
	for pair := range slices.Chunk(args, 2) {
		ev.Leaves = append(ev.Leaves, textLeaf(pair[0], pair[1]))
	}
	ev.Tool = tool
	return ev
}

func bashCall(command string) Event {
	return call(ToolSpec{Name: "bash", Sink: SinkShell, CommandFields: []string{"command"}}, "/command", command)
}

// keptSaid are the texts by which a verdict says that tokens were kept.
func keptSaid(v Verdict) []string {
	var said []string
	for _, r := range v.Reasons {
		if r.Rule == "tokens_kept" {
			said = append(said, r.Text)
		}
	}
	return said
}

func TestKeptTokensAreSaid(t *testing.T) {
	fetch, mail := ToolSpec{Name: "webfetch", Sink: SinkEgress}, ToolSpec{Name: "mcp__mail__send"}
	tests := []struct {
		name string
		ev   Event
		to   string // "" where nothing is said
	}{
		{"a tool", call(mail, "/body", "[DNI-001]"), "mcp__mail__send"},
		{"a tool that gets tokens for values", call(mail, "/body", "12345678Z"), "mcp__mail__send"},
		{"the host of a URL", call(fetch, "/url", "https://API.example.org:8443/a?b=[DNI-001]"), "api.example.org:8443"},
		{"without whom the URL is for", call(fetch, "/url", "https://u:p@example.org/[DNI-001]"), "example.org"},
		{"a URL in the text is no destination", call(mail, "/body", "see https://example.org [DNI-001]"), "mcp__mail__send"},
		{"a host that is no name", call(fetch, "/url", "https://$X/[DNI-001]"), "webfetch"},
		{"a host that is a value", call(fetch, "/url", "https://12345678z.example/[DNI-001]"), "webfetch"},
		{"a tool with the name of a value", call(ToolSpec{Name: "12345678Z"}, "/body", "[DNI-001]"), "the tool"},
		{"a program", bashCall("curl -d [DNI-001] x"), "curl"},
		{"a command whose program is not known", bashCall("$X [DNI-001] x"), "the shell command"},
		{"the hosts of a command", bashCall("curl -d [DNI-001] 'http://b.example/x' https://a.example;"), "b.example, a.example"},
		{"a tool without tokens", call(mail, "/body", "nothing"), ""},
		{"a command without tokens", bashCall("curl https://a.example"), ""},
		{"a local command", bashCall("grep [DNI-001] f"), ""},
		{"a local command with a token that nobody was given", bashCall("grep [DNI-002] f"), ""},
		{"a file", call(ToolSpec{Name: "write", Sink: SinkFile}, "/content", "[DNI-001]"), ""},
		{"a sub-agent", call(ToolSpec{Name: "task", Sink: SinkDelegate}, "/prompt", "[DNI-001]"), ""},
		{"a call that is denied", bashCall("curl -d [DNI-001] x > f"), ""},
		{"a call that a policy denies", bashCall("curl -d [DNI-001] forbidden"), ""},
		{"a prompt", openCode(Prompt, textLeaf("", "[DNI-001]")), ""},
		{"a result", openCode(ToolOutput, textLeaf("", "12345678Z")), ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			g.Detectors = append(g.Detectors, lowerCaseDNI{})
			g.Policies = []Policy{fakePolicy{word: "forbidden"}}
			m := &fakeMemory{}
			g.Memory = m
			said := keptSaid(inspect(t, g, tc.ev))
			if tc.to == "" {
				require.Empty(t, said)
				require.Empty(t, m.held, "what was not said is not remembered")
				return
			}
			require.Equal(t, []string{tc.to + " gets tokens such as [DNI-001], not the values"}, said)
			require.Empty(t, keptSaid(inspect(t, g, tc.ev)), "it is said once")
		})
	}
}

// lowerCaseDNI finds one value in another spelling.
type lowerCaseDNI struct{}

func (lowerCaseDNI) Find(dst []Finding, text []byte) []Finding {
	if at := bytes.Index(text, []byte("12345678z")); at >= 0 {
		dst = append(dst, Finding{Kind: DNI, Start: at, End: at + 9, Value: "12345678Z", Basis: ByCheckDigit})
	}
	return dst
}

func TestKeptTokensOfAnotherDestination(t *testing.T) {
	g := newGuard()
	g.Memory = &fakeMemory{}
	require.NotEmpty(t, keptSaid(inspect(t, g, bashCall("curl -d [DNI-001] http://a.example"))))
	require.Equal(t, []string{"b.example gets tokens such as [IBAN-001], not the values"}, keptSaid(inspect(t, g, bashCall("curl -d [IBAN-001] http://b.example http://a.example"))))
	require.Empty(t, keptSaid(inspect(t, g, bashCall("wget --post-data=[IBAN-001] http://b.example"))))
}

func TestKeptTokensWithoutAMemory(t *testing.T) {
	g := newGuard()
	for range 2 {
		require.NotEmpty(t, keptSaid(inspect(t, g, bashCall("curl -d [DNI-001] x"))))
	}
}

func TestMemoryThatFailsDenies(t *testing.T) {
	broken := errors.New("the memory is broken")
	write := ToolSpec{Name: "write", Sink: SinkFile, ContentFields: []string{"content"}}
	for name, ev := range map[string]Event{
		"egress":                     bashCall("curl -d [DNI-001] x"),
		"a look-alike in a prompt":   openCode(Prompt, textLeaf("", "[dni-001]")),
		"a look-alike in a new file": call(write, "/content", "[dni-001]"),
	} {
		g := newGuard()
		g.Memory = &fakeMemory{err: broken}
		v, err := g.Inspect(t.Context(), ev)
		require.ErrorIs(t, err, broken, name)
		require.Equal(t, Deny, v.Decision, name)
	}
}

func TestLookAlikeOfAPromptMayBeWritten(t *testing.T) {
	g := newGuard()
	g.Memory = &fakeMemory{}
	write := call(ToolSpec{Name: "write", Sink: SinkFile, PathFields: []string{"path"}, ContentFields: []string{"content"}}, "/path", "/a", "/content", "x [dni-001]")
	require.Equal(t, Deny, inspect(t, g, write).Decision)

	ofAgent := openCode(Prompt, textLeaf("", "write [dni-001]"))
	ofAgent.Agent = "general"
	inspect(t, g, ofAgent)
	require.Equal(t, Deny, inspect(t, g, write).Decision, "the model wrote that prompt")

	inspect(t, g, openCode(Prompt, textLeaf("", "write [dni-001], not DNI_001")))
	require.Equal(t, Allow, inspect(t, g, write).Decision)
	write.Leaves[1].Text = "x [dni-001] [DNI 001]"
	require.Equal(t, Deny, inspect(t, g, write).Decision, "another spelling was not in the prompt")
}
