// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
)

// reveal puts the values in place of the tokens in the event's leaves.
func (g *Guard) reveal(ctx context.Context, ev Event) (Verdict, error) {
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
	if unknown > 1 {
		r.Text += fmt.Sprintf(" and %d more", unknown-1)
	}
	r.Text += " stands for no value of this session"
	return r, unknown > 0
}
