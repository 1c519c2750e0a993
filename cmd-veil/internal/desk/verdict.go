// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/doctor"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/core"
)

// The verdicts, each with its exit code.
const (
	protected    = "protected"
	attention    = "attention"
	notProtected = "not_protected"
)

// judge sets the verdict, and says in one sentence what there is to do. Where no host runs
// veil, none is protected.
func (r *Report) judge() {
	r.Played = r.played()
	found, away := r.setUp()
	switch worst := doctor.Worst(r.Findings); {
	case worst == doctor.Bad || len(found)+len(away) == 0:
		r.Verdict = notProtected
	case worst == doctor.Attention || len(away) > 0:
		r.Verdict = attention
	default:
		r.Verdict = protected
	}
	r.Mend, r.First = r.toMend()
	things := fmt.Sprintf("%d things to mend, and first: %s", r.Mend, r.First)
	if r.Mend == 1 {
		things = "1 thing to mend: " + r.First
	}
	says := r.stands(found, away)
	switch {
	case r.Verdict == protected || r.Verdict == attention && r.Mend == 0:
		r.Summary = says
	case r.Verdict == attention:
		r.Summary = says + "; " + things
	case r.Mend == 0:
		r.Mend, r.First = 1, "veil install"
		r.Summary = "NOT PROTECTED: no host runs veil here; start Claude Code or OpenCode once, then: " + r.First
	default:
		r.Summary = "NOT PROTECTED: " + things
	}
}

// stands says how veil stands in the hosts that it is set up in, those that were found and
// those that were not: of these nothing was measured.
func (r *Report) stands(found, away []doctor.Host) string {
	var says []string
	if len(found) > 0 {
		says = append(says, titles(found)+map[bool]string{true: " runs", false: " run"}[len(found) == 1]+" veil here")
		for _, h := range found {
			if what := r.outgoing(h); what != "" {
				in := map[bool]string{true: "", false: "in " + titles([]doctor.Host{h}) + " "}[len(found) == 1]
				says = append(says, in+"by its "+h.Way+" "+what)
			}
		}
		if r.Verdict == protected && len(says) == 1 {
			says[0] = "all well: " + says[0]
		}
		if len(r.Played) == 0 {
			says = append(says, "no session was played")
		}
	}
	if len(away) > 0 {
		var programs []string
		for _, h := range away {
			programs = append(programs, cmp.Or(install.HostOf(h.Name).Program, h.Name))
		}
		they := map[bool]string{true: " is ", false: " are "}[len(away) == 1]
		who := map[bool]string{true: "", false: titles(away) + they}[len(found) == 0]
		says = append(says, who+"set up, not checked: "+strings.Join(programs, " and ")+" not found")
	}
	return strings.Join(says, "; ")
}

// outgoing says what goes out of a host as it is: what a canary saw where the capability
// matrix claims nothing, and without one what the matrix says of hooks.
func (r *Report) outgoing(h doctor.Host) string {
	var what []string
	for _, row := range r.Canary {
		if row.Host == h.Name && judgeRow(row) == expected && !slices.Contains(what, row.What) {
			what = append(what, row.What)
		}
	}
	host := core.Host{Name: core.ClaudeCode, Version: h.Version}
	if h.Way == "hooks" && !slices.Contains(what, instructions) && !guards(host, core.System) {
		what = append(what, instructions)
	}
	switch len(what) {
	case 0:
		return ""
	case 1:
		return what[0] + " goes out as it is"
	}
	return strings.Join(what, ", ") + " go out as they are"
}

// instructions is what Claude Code puts into its system prompt of a project's.
const instructions = "CLAUDE.md"

// guards says whether veil can rewrite or block a surface.
func guards(h core.Host, s core.Surface) bool {
	return slices.ContainsFunc([]core.Power{core.Rewrite, core.Block}, func(p core.Power) bool {
		_, err := core.Matrix().Require(h, s, p)
		return err == nil
	})
}

// setUp are the hosts that veil is set up in: those whose program was found, and those
// whose was not.
func (r *Report) setUp() (found, away []doctor.Host) {
	for _, h := range r.Hosts {
		switch {
		case h.Way == "":
		case h.Path == "":
			away = append(away, h)
		default:
			found = append(found, h)
		}
	}
	return found, away
}

// played are the hosts that a canary measured something of.
func (r *Report) played() []string {
	list := []string{}
	for _, row := range r.Canary {
		if !slices.Contains(list, row.Host) {
			list = append(list, row.Host)
		}
	}
	return list
}

// titles names hosts for a person.
func titles(hosts []doctor.Host) string {
	var list []string
	for _, h := range hosts {
		list = append(list, cmp.Or(install.HostOf(h.Name).Title, h.Name))
	}
	return strings.Join(list, " and ")
}

// toMend counts the commands that mend something, and names the one to begin with: of the
// worst findings the first that is printed.
func (r *Report) toMend() (n int, first string) {
	var commands []string
	for _, level := range []doctor.Level{doctor.Bad, doctor.Attention} {
		for _, f := range r.inOrder() {
			if f.Level == level && !slices.Contains(commands, f.Run) {
				commands = append(commands, f.Run)
			}
		}
	}
	if len(commands) == 0 {
		return 0, ""
	}
	return len(commands), commands[0]
}
