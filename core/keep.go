// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"slices"
)

// keepingCommand answers to a shell call that keeps its tokens: values in it are hidden,
// no token may end up in a file, and none is a pattern of file names.
func (g *Guard) keepingCommand(ctx context.Context, ev Event, use ShellUse, before searched) (Verdict, error) {
	v, err := g.hide(ctx, ev, before)
	if err != nil || v.Decision == Deny {
		return v, err
	}
	after := ev.with(v.Patches).Leaves
	for i, l := range ev.Leaves {
		if !ev.Tool.isCommand(l) || !HasToken(after[i].Text) {
			continue
		}
		if after[i].Text != l.Text {
			use = g.shellUse(after[i].Text)
		}
		if use.Writes {
			return Denied(g.tokenWritten(l, use)), nil
		}
		if v.Patches, err = g.quoted(v.Patches, l, after[i].Text); err != nil {
			return Denied(tokenInPattern(l)), nil //nolint:nilerr // the denial says it
		}
	}
	return v, nil
}

// quoted returns the patches with the tokens of a command in quotes where it would take
// them for more than text. after is what the patches make of it.
func (g *Guard) quoted(patches []Patch, l Leaf, after string) ([]Patch, error) {
	quotes, err := g.Shell.Keep(after)
	if err != nil || len(quotes) == 0 {
		return patches, err
	}
	p := Patch{Leaf: l.ID, Op: Hide}
	i := slices.IndexFunc(patches, func(p Patch) bool { return p.Leaf == l.ID })
	if i >= 0 {
		p = patches[i]
		patches = slices.Delete(slices.Clone(patches), i, i+1)
	}
	p.New, p.Edits = ApplyEdits(after, quotes), editWritten(p.Edits, quotes)
	patches = append(patches, p)
	slices.SortFunc(patches, comparePatches)
	return patches, nil
}

// editWritten returns the edits that do both: first on a text, then on its result. Each
// of then lies within what one of first wrote, or apart from all of it.
func editWritten(first, then []Edit) []Edit {
	var both []Edit
	shift := 0 // how much longer the text has become so far
	for _, f := range first {
		start, end := f.Start+shift, f.Start+shift+len(f.New)
		shift += len(f.New) - (f.End - f.Start)
		var within []Edit
		for len(then) > 0 && then[0].Start < end {
			if e := then[0]; e.End <= start {
				back := start - f.Start
				both = append(both, Edit{e.Start - back, e.End - back, e.New})
			} else {
				within = append(within, Edit{e.Start - start, e.End - start, e.New})
			}
			then = then[1:]
		}
		f.New = ApplyEdits(f.New, within)
		both = append(both, f)
	}
	for _, e := range then {
		both = append(both, Edit{e.Start - shift, e.End - shift, e.New})
	}
	return both
}

// tokenInPattern is the reason to deny a command that would take a token for a pattern.
func tokenInPattern(l Leaf) Reason {
	return Reason{
		Rule:     "token_in_pattern",
		Text:     "the shell would take a token for a pattern of file names",
		Remedy:   "quote the token: '[DNI-001]'",
		Evidence: []Evidence{{Leaf: l.ID}},
	}
}
