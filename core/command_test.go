// SPDX-License-Identifier: Apache-2.0

package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommand(t *testing.T) {
	claude, mod, open := Host{ClaudeCode, "2.1.332"}, Host{ClaudeCodeMod, "2.1.332"}, Host{OpenCode, "1.18.33"}
	tests := []struct {
		name     string
		host     Host
		in, want string
	}{
		{"a local command gets the value", open, "grep [DNI-001] f", "grep '12345678Z' f"},
		{"so it does where a mod rewrites errors", mod, "grep [DNI-001] f", "grep '12345678Z' f"},
		{"beneath the mod it stays", claude, "grep '12345678Z' f", "grep '12345678Z' f"},
		{"a local command keeps a value", open, "grep 12345678Z f", "grep 12345678Z f"},
		{"a local command may write", open, "grep [DNI-001] f > g", "grep '12345678Z' f > g"},
		{"another keeps tokens", open, "curl -d [DNI-001] x", "curl -d [DNI-001] x"},
		{"another gets tokens for values", open, "curl -d 12345678Z x", "curl -d [DNI-001] x"},
		{"another writes what it likes without them", open, "make > log", "make > log"},
		{"a token that would be a pattern is quoted", open, "git add [DNI-001].txt a [DNI-001]", "git add '[DNI-001]'.txt a [DNI-001]"},
		{"and one in the place of a value", open, "git add 12345678Z.txt [DNI-001].x 12345678Z", "git add '[DNI-001]'.txt '[DNI-001]'.x [DNI-001]"},
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

func TestCommandWithATokenInAPattern(t *testing.T) {
	for _, command := range []string{"git add [DNI-001]?", "git add 12345678Z?"} {
		v := inspect(t, newGuard(), bashCall(command))
		require.Equal(t, Deny, v.Decision, command)
		require.Equal(t, "token_in_pattern", v.Reasons[0].Rule)
		require.Contains(t, v.Reasons[0].Line(), "quote")
	}
}

// A value may become the token in the name of a file.
func TestCommandThatWouldWriteATokenForAValue(t *testing.T) {
	v := inspect(t, newGuard(), bashCall("curl -o 12345678Z.json h"))
	require.Equal(t, Deny, v.Decision)
	require.Equal(t, "token_in_shell_write", v.Reasons[0].Rule)
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

// Where a command runs is its own business as long as that stays here.
func TestWorkdirOfACommand(t *testing.T) {
	tests := []struct{ name, command, want string }{
		{"a local command", "grep [DNI-001] f", "/c/Ana Ruiz"},
		{"one without a token", "grep x f", "/c/Ana Ruiz"},
		{"one with a value", "grep 12345678Z f", "/c/Ana Ruiz"},
		{"another", "curl x", "/c/[NOMBRE-001]"},
		{"another with a token", "curl -d [DNI-001] x", "/c/[NOMBRE-001]"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			ev := openCode(ToolInput, textLeaf("/command", tc.command), textLeaf("/workdir", "/c/[NOMBRE-001]"))
			ev.Tool = ToolSpec{Name: "bash", Sink: SinkShell, CommandFields: []string{"command"}, PathFields: []string{"workdir"}}
			v := inspect(t, newGuard(), ev)
			require.Equal(t, Allow, v.Decision, v.Reasons)
			require.Equal(t, tc.want, ev.with(v.Patches).Leaves[1].Text)
		})
	}
}

// The folder in which a command writes is the one with the value in its name.
func TestWhereALocalCommandWritesByItsWorkdir(t *testing.T) {
	g := newGuard()
	g.Irregular = func(cwd, path string) string { return cwd + "/" + path }
	ev := openCode(ToolInput, textLeaf("/command", "grep [DNI-001] f > g"), textLeaf("/workdir", "/c/[NOMBRE-001]"))
	ev.Tool = ToolSpec{Name: "bash", Sink: SinkShell, CommandFields: []string{"command"}, PathFields: []string{"workdir"}}
	v := inspect(t, g, ev)
	require.Equal(t, Deny, v.Decision)
	require.Contains(t, v.Reasons[0].Text, "/c/Ana Ruiz/g")
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

// A program's name may be a value, and a reason is read by everybody.
func TestReasonNamesNoProgramThatIsAValue(t *testing.T) {
	v := inspect(t, newGuard(), bashCall("12345678Z [DNI-001] > f"))
	require.Equal(t, "this shell command keeps its tokens (it is not grep) and may write them to a file", v.Reasons[0].Text)
	v = inspect(t, newGuard(), bashCall("make [DNI-001] > f"))
	require.Equal(t, "this shell command keeps its tokens (make: it is not grep) and may write them to a file", v.Reasons[0].Text)
}

// countingDetector finds planted values that are known already, and counts how often
// it is asked about each text.
type countingDetector struct{ asked map[string]int }

func (d countingDetector) Find(dst []Finding, text []byte) []Finding {
	d.asked[string(text)]++
	found := fakeDetector{}.Find(nil, text)
	for i := range found {
		found[i].Basis = ByMemory
	}
	return append(dst, found...)
}

func TestCommandIsSearchedOnce(t *testing.T) {
	for _, command := range []string{"curl -d 12345678Z x", "grep 12345678Z f", "curl x", "curl -d [DNI-001] x", "curl -d '[DNI-001] 12345678Z' x > f"} {
		d := countingDetector{map[string]int{}}
		g := newGuard()
		g.Detectors = []Detector{d}
		inspect(t, g, bashCall(command))
		require.Equal(t, 1, d.asked[command], command)
	}
}

func TestWhereALocalCommandWrites(t *testing.T) {
	irregular := func(cwd, path string) string {
		if cwd+" "+path == "/home pipe" || path == "/c/Ana Ruiz" {
			return "a pipe"
		}
		return ""
	}
	keeps := func(cwd, path string) bool { return cwd == "/home/w" && path == "kept" }
	tests := []struct{ name, command, workdir, rule string }{
		{"a file", "grep [DNI-001] f > g", "", ""},
		{"a pipe", "grep [DNI-001] f > pipe", "", "not_a_local_file"},
		{"a value in a pipe", "grep 12345678Z f > pipe", "", "not_a_local_file"},
		{"no value in a pipe", "grep x f > pipe", "", ""},
		{"a pipe that is named with a value", "grep x f > /c/[NOMBRE-001]", "", "not_a_local_file"},
		{"a file that gets no values", "grep [DNI-001] f > kept", "w", "values_in_kept_file"},
		{"a value in it", "grep 12345678Z f > kept", "/home/w", "values_in_kept_file"},
		{"nothing of a person", "grep x f > kept", "w", ""},
		{"in another folder", "grep [DNI-001] f > kept", "", ""},
		{"by a command that is not local", "make [DNI-001] > kept", "w", "token_in_shell_write"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			g := newGuard()
			g.Irregular, g.Grants.Keeps = irregular, keeps
			ev := bashCall(tc.command)
			ev.Cwd = "/home"
			ev.Tool.PathFields = []string{"workdir"}
			if tc.workdir != "" {
				ev.Leaves = append(ev.Leaves, textLeaf("/workdir", tc.workdir))
			}
			v := inspect(t, g, ev)
			if tc.rule == "" {
				require.Equal(t, Allow, v.Decision, v.Reasons)
				return
			}
			require.Equal(t, Deny, v.Decision)
			require.Equal(t, tc.rule, v.Reasons[0].Rule)
		})
	}
}
