// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/canary"
	"github.com/veil-guard/veil/cmd-veil/internal/doctor"
)

// The last line says in one sentence how it stands, how much is to be mended and what
// first; JSON has the same.
func TestSummary(t *testing.T) {
	finding := func(level doctor.Level, host, run string) doctor.Finding {
		return doctor.Finding{Check: "x", Level: level, Host: host, Text: "t", Run: run}
	}
	plugin := func(name string) doctor.Host { return doctor.Host{Name: name, Path: "/bin/" + name, Way: "plugin"} }
	claude, open := plugin("claude-code"), plugin("opencode")
	tests := []struct {
		name     string
		hosts    []doctor.Host
		findings []doctor.Finding
		verdict  string
		mend     int
		first    string
		want     string
	}{
		{"all well", []doctor.Host{claude, open}, []doctor.Finding{finding(doctor.OK, "", ""), finding(doctor.Note, "", "x")}, protected, 0, "", "all well: Claude Code and OpenCode run veil here"},
		{"all well in one", []doctor.Host{{Name: "claude-code"}, open}, nil, protected, 0, "", "all well: OpenCode runs veil here"},
		{"one to look at", []doctor.Host{claude}, []doctor.Finding{finding(doctor.Attention, "", "veil catalog check")}, attention, 1, "veil catalog check", "Claude Code runs veil here; 1 thing to mend: veil catalog check"},
		{
			"the worst first, and veil's own before the hosts'",
			[]doctor.Host{claude, open},
			[]doctor.Finding{finding(doctor.Attention, "", "a"), finding(doctor.Bad, "opencode", "b"), finding(doctor.Bad, "claude-code", "c"), finding(doctor.Bad, "", "d")},
			notProtected, 4, "d", "NOT PROTECTED: 4 things to mend, and first: d",
		},
		{"what one command mends is one thing", []doctor.Host{open}, []doctor.Finding{finding(doctor.Bad, "opencode", "b"), finding(doctor.Bad, "opencode", "b")}, notProtected, 1, "b", "NOT PROTECTED: 1 thing to mend: b"},
		{"no host at all", []doctor.Host{{Name: "claude-code"}, {Name: "opencode"}}, nil, notProtected, 1, "veil install", "NOT PROTECTED: no host runs veil here; start Claude Code or OpenCode once, then: veil install"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r := Report{Hosts: tc.hosts, Findings: tc.findings, Canary: []canary.Row{{Host: "opencode"}}}
			r.judge()
			require.Equal(t, []any{tc.verdict, tc.mend, tc.first, tc.want}, []any{r.Verdict, r.Mend, r.First, r.Summary})
			var text, object bytes.Buffer
			require.NoError(t, r.print(page{out: &text}))
			require.Contains(t, "\n"+text.String(), "\n"+tc.want+"\n")
			require.NoError(t, r.printJSON(&object))
			var members map[string]any
			require.NoError(t, json.Unmarshal(object.Bytes(), &members))
			require.Equal(t, tc.want, members["summary"])
			require.InDelta(t, tc.mend, members["mend"], 0)
		})
	}
}

// The last line does not say of a host what was not measured there, nor that all is well
// where something goes out as it is.
func TestSummaryOfWhatWasNotMeasured(t *testing.T) {
	claude := doctor.Host{Name: "claude-code", Path: "/bin/claude", Version: "2.1.332", Way: "plugin"}
	hooks := doctor.Host{Name: "claude-code", Path: "/bin/claude", Version: "2.1.332", Way: "hooks"}
	open := doctor.Host{Name: "opencode", Path: "/bin/opencode", Version: "1.18.33", Way: "plugin"}
	awayClaude, awayOpen := doctor.Host{Name: "claude-code", Way: "plugin"}, doctor.Host{Name: "opencode", Way: "plugin"}
	missing := func(host, run string) doctor.Finding {
		return doctor.Finding{Check: "host", Level: doctor.Attention, Host: host, Text: "t", Run: run}
	}
	played := func(host string) canary.Row { return canary.Row{Host: host, Result: canary.Hidden, Claim: "rewrite"} }
	leaked := canary.Row{Host: "claude-code", What: "CLAUDE.md", Surface: "system", Result: canary.Leaked, Claim: "nothing"}
	tests := []struct {
		name     string
		hosts    []doctor.Host
		findings []doctor.Finding
		rows     []canary.Row
		played   []string
		verdict  string
		want     string
	}{
		{
			"no host is found",
			[]doctor.Host{awayClaude, awayOpen}, []doctor.Finding{missing("claude-code", "c"), missing("opencode", "o")}, nil, []string{}, attention,
			"set up, not checked: claude and opencode not found; 2 things to mend, and first: c",
		},
		{
			"one of them is not found",
			[]doctor.Host{claude, awayOpen}, []doctor.Finding{missing("opencode", "o")}, []canary.Row{played("claude-code"), played("claude-code")}, []string{"claude-code"}, attention,
			"Claude Code runs veil here; OpenCode is set up, not checked: opencode not found; 1 thing to mend: o",
		},
		{"no canary", []doctor.Host{claude, open}, nil, nil, []string{}, protected, "all well: Claude Code and OpenCode run veil here; no session was played"},
		{
			"no canary, and something to mend",
			[]doctor.Host{claude}, []doctor.Finding{missing("", "x")}, nil, []string{}, attention,
			"Claude Code runs veil here; no session was played; 1 thing to mend: x",
		},
		{
			"hooks alone",
			[]doctor.Host{hooks}, nil, []canary.Row{played("claude-code"), leaked}, []string{"claude-code"}, protected,
			"Claude Code runs veil here; by its hooks CLAUDE.md goes out as it is",
		},
		{
			"hooks alone beside a plugin, unplayed",
			[]doctor.Host{hooks, open}, nil, nil, []string{}, protected,
			"Claude Code and OpenCode run veil here; in Claude Code by its hooks CLAUDE.md goes out as it is; no session was played",
		},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r := Report{Hosts: tc.hosts, Findings: tc.findings, Canary: tc.rows}
			r.judge()
			require.Equal(t, []any{tc.verdict, tc.want, tc.played}, []any{r.Verdict, r.Summary, r.Played})
		})
	}
}

// A host that was not found is not said to run anything.
func TestPrintOfAHostThatIsNotFound(t *testing.T) {
	r := Report{Hosts: []doctor.Host{{Name: "opencode", Way: "plugin"}}}
	r.judge()
	var out bytes.Buffer
	require.NoError(t, r.print(page{out: &out}))
	require.Contains(t, out.String(), "ok   OpenCode: veil is set up there by its plugin\n")
}

// On a terminal lines end before its edge, at words, and a command stands on lines of its
// own, whole, so that it can be copied.
func TestPrintOnATerminal(t *testing.T) {
	r := Report{
		Hosts: []doctor.Host{{Name: "claude-code", Way: "hooks"}},
		Findings: []doctor.Finding{
			{Check: "x", Level: doctor.Bad, Host: "claude-code", Where: "/home/ana/.claude/settings.json", Text: "disableAllHooks switches veil off", Remedy: "remove that line", Run: `"${EDITOR:-vi}" /home/ana/a/very/long/path/that/goes/on/.claude/settings.json`},
			{Check: "x", Level: doctor.OK, Host: "", Text: "veil v1"},
		},
	}
	r.judge()
	var out bytes.Buffer
	require.NoError(t, r.print(page{out: &out, width: 60}))
	require.Equal(t, `ok   veil: veil v1
bad  Claude Code: /home/ana/.claude/settings.json:
     disableAllHooks switches veil off; remove that line:
       "${EDITOR:-vi}" /home/ana/a/very/long/path/that/goes/on/.claude/settings.json

NOT PROTECTED: 1 thing to mend:
  "${EDITOR:-vi}" /home/ana/a/very/long/path/that/goes/on/.claude/settings.json
`, out.String())
	out.Reset()
	require.NoError(t, r.print(page{out: &out, width: 60, colour: true}))
	require.Contains(t, out.String(), "\x1b[1;31mbad\x1b[0m  Claude Code: ")
	require.Contains(t, out.String(), "\x1b[1;31mNOT PROTECTED\x1b[0m: 1 thing to mend:\n")
}

// What a file is called does not move the cursor.
func TestPrintHoldsNoControlSigns(t *testing.T) {
	r := Report{Findings: []doctor.Finding{{Check: "x", Level: doctor.Bad, Where: "/a\x1b[2J\n/b", Text: "amiss", Run: "do"}}}
	r.judge()
	for _, p := range []page{{}, {width: 80, colour: true}} {
		var out bytes.Buffer
		p.out = &out
		require.NoError(t, r.print(p))
		require.Contains(t, out.String(), `/a\x1b[2J\n/b: amiss`)
		require.NotContains(t, out.String(), "\x1b[2J")
	}
}
