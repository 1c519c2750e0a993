// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// command answers to a shell call. A local command gets the values for its
// tokens; any other keeps its tokens, and may not write them to a file.
func (g *Guard) command(ctx context.Context, ev Event) (Verdict, error) {
	before := searched{}
	use := g.use(ev, before)
	if use.Local {
		return g.localCommand(ctx, ev, before)
	}
	return g.keepingCommand(ctx, ev, use, before)
}

// tokenWritten is the reason to deny a command that would write a token to a file.
func (g *Guard) tokenWritten(l Leaf, use ShellUse) Reason {
	why := use.Why
	if g.isSpeakable(use.Program) {
		why = use.Program + ": " + why
	}
	return Reason{
		Rule:     "token_in_shell_write",
		Text:     "this shell command keeps its tokens (" + why + ") and may write them to a file",
		Remedy:   "use the host's Write or Edit tool: it puts the real values in the file",
		Evidence: []Evidence{{Leaf: l.ID}},
	}
}

// use says what the call's shell text does with tokens. It is read only if there
// is a token or a value to decide about; what was found in looking for one is noted.
func (g *Guard) use(ev Event, found searched) ShellUse {
	all := ShellUse{Local: true}
	placed := slices.ContainsFunc(ev.paths(), HasToken)
	for _, l := range ev.Leaves {
		if !ev.Tool.isCommand(l) {
			continue
		}
		if !HasToken(l.Text) {
			if found[l.ID] = g.find(l.Text); len(found[l.ID]) == 0 && !placed {
				continue
			}
		}
		use := g.shellUse(l.Text)
		all.Local = all.Local && use.Local
		all.Writes = all.Writes || use.Writes
		if all.Why == "" {
			all.Why, all.Program = use.Why, use.Program
		}
	}
	return all
}

// shellUse says what a shell text does with tokens.
func (g *Guard) shellUse(command string) ShellUse {
	if g.Shell == nil {
		return ShellUse{Why: "nothing here reads shell text", Writes: true}
	}
	return g.Shell.Inspect(command)
}

// localCommand puts values in place of the tokens in the shell text and in the folder
// where it runs. The other leaves are hidden: a description is read by the model again.
func (g *Guard) localCommand(ctx context.Context, ev Event, before searched) (Verdict, error) {
	rest := ev
	rest.Leaves = nil
	var local []Leaf
	for _, l := range ev.Leaves {
		if ev.Tool.isCommand(l) || ev.Tool.isPath(l) {
			local = append(local, l)
		} else {
			rest.Leaves = append(rest.Leaves, l)
		}
	}
	if reason, shown := g.shownOnFailure(ev, local); shown {
		return Denied(reason), nil
	}
	v, err := g.hide(ctx, rest, nil)
	if err != nil || v.Decision == Deny || ev.Answered {
		return v, err
	}
	texts := make([]string, len(local))
	for i, l := range local {
		texts[i] = l.Text
	}
	restored, err := g.Pseudonyms.Reveal(ctx, texts)
	if err != nil {
		return Verdict{}, fmt.Errorf("restoring values: %w", err)
	}
	at := ev.with(patches(local, restored, Reveal)).workdir()
	for i, l := range local {
		if !ev.Tool.isCommand(l) {
			encodeEdits(l.Text, restored[i].Edits, "")
		} else if reason, refused := g.fit(at, l, &restored[i], before[l.ID]); refused {
			return Denied(reason), nil
		}
	}
	v.Patches = append(v.Patches, patches(local, restored, Reveal)...)
	slices.SortFunc(v.Patches, comparePatches)
	if reason, lost := unknownTokens(local, restored); lost {
		v.Reasons = append(v.Reasons, reason)
	}
	return v, nil
}

// fit makes the edits of a local command such that they change nothing but the values in
// it, or says why the command is denied. dir is where it begins, and found what it holds
// beside tokens.
func (g *Guard) fit(dir string, l Leaf, r *Rewriting, found []Finding) (reason Reason, refused bool) {
	if len(r.Edits) > 0 {
		encodeEdits(l.Text, r.Edits, "")
		var err error
		if r.Edits, err = g.Shell.Restore(l.Text, r.Edits); err != nil {
			return valueInCommand(l, err), true
		}
	}
	if !HasToken(l.Text) && len(found) == 0 {
		return Reason{}, false
	}
	return g.wrongTarget(dir, l, ApplyEdits(l.Text, r.Edits))
}

// wrongTarget is the reason to deny a local command with values if it would write them
// where they do not belong.
func (g *Guard) wrongTarget(dir string, l Leaf, command string) (Reason, bool) {
	r := Reason{Remedy: "write to a file on a local disk", Evidence: []Evidence{{Leaf: l.ID}}}
	for _, file := range g.shellUse(command).Files {
		if g.Irregular != nil {
			if what := g.Irregular(dir, file); what != "" {
				r.Rule, r.Text = "not_a_local_file", "the command may write to "+what+", not to a file of this machine"
				return r, true
			}
		}
		if g.Grants.Keeps != nil && g.Grants.Keeps(dir, file) {
			r.Rule, r.Text = "values_in_kept_file", "the command may write real values to a file that is to keep its tokens (write.keep)"
			r.Remedy = "use the host's Write or Edit tool: it leaves the tokens there"
			return r, true
		}
	}
	return Reason{}, false
}

// workdir is where a shell call begins.
func (ev Event) workdir() string {
	dir := ev.Cwd
	for _, path := range ev.paths() {
		if dir = path; !strings.HasPrefix(path, "/") {
			dir = ev.Cwd + "/" + path
		}
	}
	return dir
}

// valueInCommand is the reason to deny a command that a value does not fit in.
func valueInCommand(l Leaf, why error) Reason {
	return Reason{
		Rule:     "value_in_command",
		Text:     "a token in the command cannot be turned back: " + why.Error(),
		Remedy:   "search or name the file in another way",
		Evidence: []Evidence{{Leaf: l.ID}},
	}
}
