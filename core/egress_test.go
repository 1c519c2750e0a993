// SPDX-License-Identifier: Apache-2.0

package core

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mailGuard lets the tool "mail" have e-mail addresses and telephone numbers.
func mailGuard() *Guard {
	g := newGuard()
	g.Grants.Reveals = func(tool string, k Kind) bool { return tool == "mail" && (k == Email || k == Tel) }
	return g
}

func TestEgress(t *testing.T) {
	tests := []struct{ name, tool, field, in, want string }{
		{"another tool keeps tokens", "post", "body", "[EMAIL-001] 12345678Z", "[EMAIL-001] [DNI-001]"},
		{"a granted kind is turned back", "mail", "to", "[EMAIL-001]", "ana@clinica.example"},
		{"and a value of it stays", "mail", "body", "ana@clinica.example", "ana@clinica.example"},
		{"other kinds are not", "mail", "body", "[DNI-001] 12345678Z [TEL-001] ana@clinica.example", "[DNI-001] [DNI-001] +34612345678 ana@clinica.example"},
		{"in its encoding", "mail", "body", "?a=%5BEMAIL-001%5D", "?a=ana%40clinica.example"},
		{"a token in a query", "post", "url", "https://x.es/?q=[DNI-001]", "https://x.es/?q=[DNI-001]"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			ev := openCode(ToolInput, textLeaf("/"+tc.field, tc.in))
			ev.Tool = ToolSpec{Name: tc.tool}
			v := inspect(t, mailGuard(), ev)
			require.Equal(t, Allow, v.Decision, v.Reasons)
			require.Equal(t, tc.want, ev.with(v.Patches).Leaves[0].Text)
		})
	}
}

func TestTokenInADestination(t *testing.T) {
	tests := []struct{ tool, pointer, in string }{
		{"mail", "/to", "[DNI-001]"},
		{"post", "/to/0", "[EMAIL-001]"},
		{"post", "/message/reply_to/email", "[EMAIL-001]"},
		{"post", "/to/0/emailAddress/address", "[EMAIL-001]"},
		{"post", "/mailTo", "[EMAIL-001]"},
		{"post", "/file_path", "/a/[NOMBRE-001].txt"},
		{"post", "/url", "https://[NOMBRE-001].es/x"},
		{"post", "/url", "[NOMBRE-001].es"},
		{"post", "/host", "%5BNOMBRE-001%5D.es"},
		{"12345678Z", "/to", "[EMAIL-001]"},
	}
	for _, tc := range tests {
		t.Run(tc.pointer+" "+tc.in, func(t *testing.T) {
			ev := openCode(ToolInput, textLeaf(tc.pointer, tc.in))
			ev.Tool = ToolSpec{Name: tc.tool}
			v := inspect(t, mailGuard(), ev)
			require.Equal(t, Deny, v.Decision)
			require.Equal(t, "token_in_destination", v.Reasons[0].Rule)
			tool := strings.ReplaceAll(tc.tool, planted[DNI], "the tool")
			require.Contains(t, v.Reasons[0].Remedy, "reveal: [{to: "+tool+",")
		})
	}
}

// A host that quotes a failed call to the model would show it the value.
func TestGrantedValueIsNotShownOnFailure(t *testing.T) {
	ev := Event{Host: Host{ClaudeCode, "2.1.332"}, Session: "s", Surface: ToolInput, Power: Rewrite, Leaves: []Leaf{textLeaf("/to", "[EMAIL-001]")}, Tool: ToolSpec{Name: "mail"}}
	v := inspect(t, mailGuard(), ev)
	require.Equal(t, "token_in_error", v.Reasons[0].Rule)
}

func TestLocalTool(t *testing.T) {
	g := newGuard()
	g.Grants.Local = func(tool string) bool { return tool == "mcp__files__write" }
	ev := openCode(ToolInput, textLeaf("/path", "/a/[NOMBRE-001].txt"))
	ev.Tool = ToolSpec{Name: "mcp__files__write"}
	require.Equal(t, "/a/Ana Ruiz.txt", ev.with(inspect(t, g, ev).Patches).Leaves[0].Text)
	ev.Tool.Name = "mcp__other__write"
	require.Equal(t, Deny, inspect(t, g, ev).Decision)
	ev.Tool = ToolSpec{Name: "mcp__files__write", Sink: SinkDelegate}
	require.Empty(t, inspect(t, g, ev).Patches, "what a tool is known to be is not changed")
}

func TestFileThatKeepsTokens(t *testing.T) {
	g := newGuard()
	g.Grants.Keeps = func(cwd, path string) bool { return path == "/anon/a.txt" || cwd == "/anon" && path == "a.txt" }
	tests := []struct{ path, in, want string }{
		{"/anon/a.txt", "[DNI-001] 12345678Z", "[DNI-001] [DNI-001]"},
		{"/other/a.txt", "[DNI-001] 12345678Z", "12345678Z 12345678Z"},
	}
	patch := openCode(ToolInput, textLeaf("/patch", "*** Begin Patch\n*** Add File: a.txt\n+[DNI-001]\n*** End Patch"))
	patch.Cwd = "/anon"
	patch.Tool = ToolSpec{Name: "apply_patch", Sink: SinkFile, ContentFields: []string{"patch"}, PatchFields: []string{"patch"}}
	require.Empty(t, inspect(t, g, patch).Patches)
	patch.Cwd = "/other"
	require.NotEmpty(t, inspect(t, g, patch).Patches)
	for _, tc := range tests {
		ev := openCode(ToolInput, textLeaf("/path", tc.path), textLeaf("/content", tc.in))
		ev.Tool = ToolSpec{Name: "write", Sink: SinkFile, PathFields: []string{"path"}, ContentFields: []string{"content"}}
		require.Equal(t, tc.want, ev.with(inspect(t, g, ev).Patches).Leaves[1].Text)
	}
}
