// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
)

// reveal puts the values in place of the tokens in the event's leaves.
func (g *Guard) reveal(ctx context.Context, ev Event) (Verdict, error) {
	if reason, shown := g.shownOnFailure(ev, ev.Leaves); shown {
		return Denied(reason), nil
	}
	texts := make([]string, len(ev.Leaves))
	for i, l := range ev.Leaves {
		texts[i] = l.Text
	}
	restored, err := g.Pseudonyms.Reveal(ctx, texts)
	if err != nil {
		return Verdict{}, fmt.Errorf("restoring values: %w", err)
	}
	v := Verdict{Patches: patches(ev.Leaves, restored, Reveal)}
	if reason, lost := unknownTokens(ev.Leaves, restored); lost {
		// A file would hold a token for good, and the value it was meant for is lost.
		if ev.Tool.Sink == SinkFile {
			return Denied(reason), nil
		}
		v.Reasons = []Reason{reason}
	}
	return v, nil
}

// shownOnFailure denies a call whose failure would show a value to the model: the
// host's error quotes a path, a pattern or a command that the person's rules deny,
// and on some hosts nothing can rewrite an error. What a call writes into a file is
// not quoted (measured, Claude Code 2.1.332).
func (g *Guard) shownOnFailure(ev Event, leaves []Leaf) (Reason, bool) {
	if ev.Surface != ToolInput {
		return Reason{}, false
	}
	if _, err := g.Capabilities.Require(ev.Host, FailedOutput, Rewrite); err == nil {
		return Reason{}, false
	}
	for _, l := range leaves {
		if !ev.Tool.isContent(l) && HasToken(l.Text) {
			return Reason{
				Rule:     "token_in_error",
				Text:     "a token in " + l.ID.Pointer + " cannot be turned back: this host shows its errors to the model as they are",
				Remedy:   "read the file with the Read tool: it shows the same tokens",
				Evidence: []Evidence{{Leaf: l.ID}},
			}, true
		}
	}
	return Reason{}, false
}

// unknownTokens is the reason to warn of tokens that stand for nothing.
func unknownTokens(leaves []Leaf, rewritten []Rewriting) (reason Reason, found bool) {
	r := Reason{Rule: "unknown_token", Remedy: "use only tokens that were given in this session"}
	unknown := 0
	for i, w := range rewritten {
		for _, token := range w.Unknown {
			if unknown++; unknown == 1 {
				r.Text = token.String()
			}
			r.Evidence = append(r.Evidence, Evidence{leaves[i].ID, token.Kind})
		}
	}
	if unknown == 1 {
		r.Text += " stands for no value of this session"
	} else {
		r.Text += fmt.Sprintf(" and %d more stand for no value of this session", unknown-1)
	}
	return r, unknown > 0
}
