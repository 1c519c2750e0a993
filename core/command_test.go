// SPDX-License-Identifier: Apache-2.0

package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommand(t *testing.T) {
	claude, open := Host{ClaudeCode, "2.1.332"}, Host{OpenCode, "1.18.33"}
	tests := []struct {
		name     string
		host     Host
		in, want string
	}{
		{"a local command gets the value", open, "grep [DNI-001] f", "grep '12345678Z' f"},
		{"a local command keeps a value", open, "grep 12345678Z f", "grep 12345678Z f"},
		{"a local command may write", open, "grep [DNI-001] f > g", "grep '12345678Z' f > g"},
		{"another keeps tokens", open, "curl -d [DNI-001] x", "curl -d [DNI-001] x"},
		{"another gets tokens for values", open, "curl -d 12345678Z x", "curl -d [DNI-001] x"},
		{"another writes what it likes without them", open, "make > log", "make > log"},
		{"a local command without tokens stays", claude, "grep x f", "grep x f"},
		{"an unknown token stays", open, "grep [DNI-002] f", "grep [DNI-002] f"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			ev := Event{Host: tc.host, Session: "s", Surface: ToolInput, Power: Rewrite, Leaves: []Leaf{textLeaf("/command", tc.in)}}
			ev.Tool = ToolSpec{Name: "bash", Sink: SinkShell, CommandFields: []string{"command"}}
			v := inspect(t, newGuard(), ev)
			require.Equal(t, Allow, v.Decision, v.Reasons)
			require.Equal(t, tc.want, ev.with(v.Patches).Leaves[0].Text)
		})
	}
}

// Claude Code quotes a command that the person's rules deny, and no hook can rewrite
// that (measured, 2.1.332).
func TestCommandWhoseDenialWouldShowTheValue(t *testing.T) {
	ev := Event{Host: Host{ClaudeCode, "2.1.332"}, Session: "s", Surface: ToolInput, Power: Rewrite, Leaves: []Leaf{textLeaf("/command", "grep [DNI-001] f")}}
	ev.Tool = ToolSpec{Name: "Bash", Sink: SinkShell, CommandFields: []string{"command"}}
	v := inspect(t, newGuard(), ev)
	require.Equal(t, Deny, v.Decision)
	require.Equal(t, "token_in_error", v.Reasons[0].Rule)
}

func TestDescriptionOfALocalCommandIsHidden(t *testing.T) {
	ev := openCode(ToolInput, textLeaf("/command", "grep [DNI-001] f"), textLeaf("/description", "look for 12345678Z"))
	ev.Tool = ToolSpec{Name: "bash", Sink: SinkShell, CommandFields: []string{"command"}}
	v := inspect(t, newGuard(), ev)
	after := ev.with(v.Patches).Leaves
	require.Equal(t, "grep '12345678Z' f", after[0].Text)
	require.Equal(t, "look for [DNI-001]", after[1].Text)
}

// Without something that reads shell text, a token is in no command that might
// write it down.
func TestNoShellReader(t *testing.T) {
	g := newGuard()
	g.Shell = nil
	ev := openCode(ToolInput, textLeaf("/command", "grep [DNI-001] f"))
	ev.Tool = ToolSpec{Name: "bash", Sink: SinkShell, CommandFields: []string{"command"}}
	v := inspect(t, g, ev)
	require.Equal(t, Deny, v.Decision)
	require.Equal(t, "token_in_shell_write", v.Reasons[0].Rule)
}
