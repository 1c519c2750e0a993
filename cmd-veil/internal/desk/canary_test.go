// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/canary"
	"github.com/veil-guard/veil/cmd-veil/internal/doctor"
)

func TestJudgeCanary(t *testing.T) {
	row := func(what string, surface string, r canary.Result, claim string) canary.Row {
		return canary.Row{Host: "claude-code", What: what, Surface: surface, Result: r, Claim: claim}
	}
	good := row("what you type", "prompt", canary.Hidden, "rewrite")
	tests := []struct {
		name  string
		out   canary.Outcome
		level doctor.Level
		want  string
	}{
		{"as it should be", canary.Outcome{Rows: []canary.Row{good}}, doctor.OK, "a session was played: 1 surface, nothing left that veil says it hides"},
		{"a leak", canary.Outcome{Rows: []canary.Row{good, row("a", "system", canary.Leaked, "rewrite"), row("b", "tool_output", canary.Leaked, "block")}}, doctor.Bad, "made-up values reached the provider from: a, b"},
		{"a leak that is told of", canary.Outcome{Rows: []canary.Row{good, row("a", "system", canary.Leaked, "nothing")}}, doctor.OK, "made-up values reached the provider, as docs/capabilities.md says, from: a"},
		{"no value in a file", canary.Outcome{Rows: []canary.Row{good, row("a", "tool_input", canary.Lost, "rewrite")}}, doctor.Attention, "the value did not come back into: a"},
		{"blocked for no reason", canary.Outcome{Rows: []canary.Row{row("a", "prompt", canary.Blocked, "rewrite")}}, doctor.Attention, "blocked, where veil should rewrite: a"},
		{"blocked as it should be", canary.Outcome{Rows: []canary.Row{row("a", "prompt", canary.Blocked, "block")}}, doctor.OK, "a session was played: 1 surface, nothing left that veil says it hides"},
		{"silence", canary.Outcome{Rows: []canary.Row{row("a", "prompt", canary.Blocked, "rewrite")}, Silent: true}, doctor.Attention, "nothing reached the canary's provider: the host began no session, or veil let nothing pass"},
		{"too late", canary.Outcome{Rows: []canary.Row{row("a", "prompt", canary.Unmeasured, "block")}, Failed: "the host did not end in time"}, doctor.Attention, "the canary was not played to its end: the host did not end in time"},
		{"a credential", canary.Outcome{Rows: []canary.Row{good}, Foreign: true}, doctor.Attention, "the host sent a credential of yours instead of the canary's; it went to doctor alone, and was not kept"},
		{"another place", canary.Outcome{Rows: []canary.Row{good}, Strays: []string{"x.example:443"}}, doctor.OK, "it wanted to reach x.example:443, and did not"},
		{"a trace", canary.Outcome{Rows: []canary.Row{good}, Left: []string{"x"}}, doctor.OK, "the canary leaves x"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			findings := judgeCanary(doctor.Host{Name: "claude-code", Path: "/bin/claude"}, tc.out)
			require.Equal(t, tc.level, doctor.Worst(findings))
			var texts []string
			for _, f := range findings {
				texts = append(texts, f.Text)
				if f.Level == doctor.Bad || f.Level == doctor.Attention {
					require.NotEmpty(t, f.Run)
				}
			}
			require.Contains(t, texts, tc.want)
		})
	}
}

func TestReportIsPrinted(t *testing.T) {
	r := Report{
		V: 1, Hosts: []doctor.Host{{Name: "opencode", Path: "/bin/opencode", Way: "plugin"}},
		Findings: []doctor.Finding{{Check: "x", Level: doctor.Attention, Host: "opencode", Where: "/f", Text: "amiss", Remedy: "mend it", Run: "do"}},
		Canary:   []canary.Row{{Host: "opencode", What: "what you type", Surface: "prompt", Result: canary.Hidden, Claim: "rewrite"}},
	}
	r.judge()
	require.Equal(t, attention, r.Verdict)
	var out bytes.Buffer
	require.NoError(t, r.print(page{out: &out}))
	require.Equal(t, `warn OpenCode: /f: amiss; mend it: do
ok   OpenCode: veil runs there by its plugin

canary    surface        measured  veil can
opencode  what you type  hidden    rewrite

OpenCode runs veil here; 1 thing to mend: do
`, out.String())
	r.Hosts[0].Way = ""
	r.judge()
	require.Equal(t, notProtected, r.Verdict, "where no host runs veil none is protected")
}

// Where no session can be played that is told, like everything else.
func TestUnplayed(t *testing.T) {
	t.Setenv("TMPDIR", "/nowhere")
	_, err := canary.Play(t.Context(), canary.Host{Name: "claude-code", Path: "/bin/claude"})
	require.Equal(t, doctor.Finding{
		Check: "canary", Level: doctor.Attention, Host: "claude-code", Where: "/nowhere", Text: "the canary could not be played there: no such file or directory",
		Remedy: "make room there, or choose another folder", Run: "export TMPDIR=/tmp",
	}, unplayed(doctor.Host{Name: "claude-code"}, err))
}
