// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/doctor"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
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
	running := r.running()
	switch worst := doctor.Worst(r.Findings); {
	case worst == doctor.Bad || len(running) == 0:
		r.Verdict = notProtected
	case worst == doctor.Attention:
		r.Verdict = attention
	default:
		r.Verdict = protected
	}
	r.Mend, r.First = r.toMend()
	they := strings.Join(running, " and ") + map[bool]string{true: " runs", false: " run"}[len(running) == 1] + " veil here"
	things := fmt.Sprintf("%d things to mend, and first: %s", r.Mend, r.First)
	if r.Mend == 1 {
		things = "1 thing to mend: " + r.First
	}
	switch {
	case r.Verdict == protected:
		r.Summary = "all well: " + they
	case r.Verdict == attention:
		r.Summary = they + "; " + things
	case r.Mend == 0:
		r.Mend, r.First = 1, "veil install"
		r.Summary = "NOT PROTECTED: no host runs veil here; start Claude Code or OpenCode once, then: " + r.First
	default:
		r.Summary = "NOT PROTECTED: " + things
	}
}

// running are the titles of the hosts that run veil.
func (r *Report) running() []string {
	var list []string
	for _, h := range r.Hosts {
		if h.Way != "" {
			list = append(list, cmp.Or(install.HostOf(h.Name).Title, h.Name))
		}
	}
	return list
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
