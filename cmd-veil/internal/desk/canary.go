// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/canary"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/doctor"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/plural"
	"github.com/veil-guard/veil/cmd-veil/internal/screen"
	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
	"github.com/veil-guard/veil/core"
)

// canaryLimit bounds the sessions of both hosts together: some seconds each on a quiet
// machine, a minute on a busy one.
const canaryLimit = 4 * time.Minute

// playCanary plays a session through each host that is here and runs veil.
func (r *Report) playCanary(ctx context.Context, result doctor.Result, cwd string) {
	ctx, cancel := context.WithTimeout(ctx, canaryLimit)
	defer cancel()
	home, _ := os.UserHomeDir()
	places, err := install.Find(home, "")
	if err != nil {
		return // doctor says it, and has looked at no host
	}
	for _, h := range result.Hosts {
		if h.Path == "" || h.Way == "" || h.Hangs {
			continue
		}
		dir := places.Claude
		if h.Name == install.OpenCode {
			dir = places.OpenCode
		}
		done := screen.Waits(os.Stderr, "veil: playing a session through "+install.HostOf(h.Name).Title+" ...")
		out, err := canary.Play(ctx, canary.Host{
			Name: h.Name, Path: h.Path, Version: h.Version, Mod: h.Name == install.ClaudeCode && h.Way == "plugin",
			State: result.Setup.Dirs.State, Dir: dir, Project: cwd, Catalogues: canary.TakesNames(result.Setup.Config),
		})
		done()
		if err != nil {
			r.Findings = append(r.Findings, unplayed(h, err))
			continue
		}
		r.Canary = append(r.Canary, out.Rows...)
		r.Findings = append(r.Findings, judgeCanary(h, out)...)
	}
}

// unplayed says that there was no place for the session, or no server could listen.
func unplayed(h doctor.Host, err error) doctor.Finding {
	f := doctor.Finding{Check: "canary", Level: doctor.Attention, Host: h.Name, Text: "the canary could not be played: " + err.Error(), Run: "veil doctor " + h.Name}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		f.Where, f.Text = os.TempDir(), "the canary could not be played there: "+config.Cause(err)
		f.Remedy, f.Run = "make room there, or choose another folder", "export TMPDIR=/tmp"
	}
	return f
}

// judgeCanary turns what a session showed into findings.
func judgeCanary(h doctor.Host, out canary.Outcome) []doctor.Finding {
	again := "veil uninstall " + h.Name + " && veil install " + h.Name
	var list []doctor.Finding
	add := func(level doctor.Level, text, remedy, run string) {
		list = append(list, doctor.Finding{Check: "canary", Level: level, Host: h.Name, Text: text, Remedy: remedy, Run: run})
	}
	measured := 0
	groups := map[string][]string{}
	for _, row := range out.Rows {
		if row.Result != canary.Unmeasured {
			measured++
		}
		if about := judgeRow(row); about != "" && (!out.Silent || about != blocked) {
			groups[about] = append(groups[about], row.What)
		}
	}
	for _, v := range verdicts {
		if surfaces := groups[v.text]; len(surfaces) > 0 {
			add(v.level, v.text+": "+strings.Join(surfaces, ", "), "", map[bool]string{true: again}[v.level != doctor.Note])
		}
	}
	if out.Silent {
		add(doctor.Attention, "nothing reached the canary's provider: the host began no session, or veil let nothing pass", "start the host once by hand", shellword.Quote(h.Path))
	}
	if out.Failed != "" && (measured == 0 || len(list) == 0) {
		add(doctor.Attention, "the canary was not played to its end: "+out.Failed, "start the host once by hand", shellword.Quote(h.Path))
	}
	if out.Foreign {
		add(doctor.Attention, "the host sent a credential of yours instead of the canary's; it went to doctor alone, and was not kept", "see what sets it in the host's settings", "veil doctor --no-canary "+h.Name)
	}
	if len(out.Strays) > 0 {
		add(doctor.Note, "it wanted to reach "+strings.Join(out.Strays, ", ")+", and did not", "", "")
	}
	for _, left := range out.Left {
		add(doctor.Note, "the canary leaves "+left, "", "")
	}
	if doctor.Worst(list) == doctor.OK {
		add(doctor.OK, "a session was played: "+plural.Of(measured, "surface")+", nothing left that veil says it hides", "", "")
	}
	return list
}

// What a surface can mean, the worst first.
const (
	leaked   = "made-up values reached the provider from"
	lost     = "the value did not come back into"
	blocked  = "blocked, where veil should rewrite"
	expected = "made-up values reached the provider, as docs/capabilities.md says, from"
)

var verdicts = []struct {
	level doctor.Level
	text  string
}{{doctor.Bad, leaked}, {doctor.Attention, lost}, {doctor.Attention, blocked}, {doctor.Note, expected}}

// judgeRow says what one surface means; "" for what is as it should be. Hooks alone cannot
// have a file changed at a token: Claude Code checks the call before.
func judgeRow(row canary.Row) string {
	switch claimed := row.Claim != "nothing"; {
	case row.Result == canary.Leaked && claimed:
		return leaked
	case row.Result == canary.Leaked:
		return expected
	case row.Result == canary.Lost && claimed:
		return lost
	case row.Result == canary.Blocked && row.Claim == string(core.Rewrite) && row.Surface == string(core.Prompt):
		return blocked
	}
	return ""
}
