// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
	"slices"
)

// command answers to a shell call. A local command gets the values for its
// tokens; any other keeps its tokens, and may not write them to a file.
func (g *Guard) command(ctx context.Context, ev Event) (Verdict, error) {
	use := g.use(ev)
	if use.Local {
		return g.localCommand(ctx, ev)
	}
	v, err := g.hide(ctx, ev)
	if err != nil || v.Decision == Deny || !use.Writes {
		return v, err
	}
	for _, l := range ev.with(v.Patches).Leaves {
		if ev.Tool.isCommand(l) && HasToken(l.Text) {
			return Denied(Reason{
				Rule:     "token_in_shell_write",
				Text:     "this shell command keeps its tokens (" + use.Why + ") and may write them to a file",
				Remedy:   "use the host's Write or Edit tool: it puts the real values in the file",
				Evidence: []Evidence{{Leaf: l.ID}},
			}), nil
		}
	}
	return v, nil
}

// use says what the call's shell text does with tokens. It is read only if there
// is a token or a value to decide about.
func (g *Guard) use(ev Event) ShellUse {
	all := ShellUse{Local: true}
	for _, l := range ev.Leaves {
		if !ev.Tool.isCommand(l) || !HasToken(l.Text) && len(g.find(l.Text)) == 0 {
			continue
		}
		use := ShellUse{Why: "nothing here reads shell text", Writes: true}
		if g.Shell != nil {
			use = g.Shell.Inspect(l.Text)
		}
		all.Local = all.Local && use.Local
		all.Writes = all.Writes || use.Writes
		if all.Why == "" {
			all.Why = use.Why
		}
	}
	return all
}

// localCommand puts values in place of the tokens in the shell text. The other
// leaves are hidden: a description is read by the model again.
func (g *Guard) localCommand(ctx context.Context, ev Event) (Verdict, error) {
	rest := ev
	rest.Leaves = nil
	var commands []Leaf
	for _, l := range ev.Leaves {
		if ev.Tool.isCommand(l) {
			commands = append(commands, l)
		} else {
			rest.Leaves = append(rest.Leaves, l)
		}
	}
	if reason, shown := g.shownOnFailure(ev, commands); shown {
		return Denied(reason), nil
	}
	v, err := g.hide(ctx, rest)
	if err != nil || v.Decision == Deny {
		return v, err
	}
	texts := make([]string, len(commands))
	for i, l := range commands {
		texts[i] = l.Text
	}
	restored, err := g.Pseudonyms.Reveal(ctx, texts)
	if err != nil {
		return Verdict{}, fmt.Errorf("restoring values: %w", err)
	}
	for i, l := range commands {
		if len(restored[i].Edits) == 0 {
			continue
		}
		encodeEdits(l.Text, restored[i].Edits, false)
		var refused error
		if restored[i].Edits, refused = g.Shell.Restore(l.Text, restored[i].Edits); refused != nil {
			return Denied(valueInCommand(l, refused)), nil
		}
	}
	v.Patches = append(v.Patches, patches(commands, restored, Reveal)...)
	slices.SortFunc(v.Patches, comparePatches)
	if reason, lost := unknownTokens(commands, restored); lost {
		v.Reasons = append(v.Reasons, reason)
	}
	return v, nil
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
