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
	if ev.Tool.Sink == SinkFile {
		if reason, found := unknownToken(ev.Leaves, restored); found {
			return Denied(reason), nil
		}
	}
	return Verdict{Patches: patches(ev.Leaves, restored, Reveal)}, nil
}

// unknownToken denies a write that would put a token on disk which stands for
// nothing: the value it was meant for is lost.
func unknownToken(leaves []Leaf, restored []Rewriting) (Reason, bool) {
	for i, r := range restored {
		if len(r.Unknown) > 0 {
			return Reason{
				Rule:     "unknown_token",
				Text:     fmt.Sprintf("%s stands for no value of this session", r.Unknown[0]),
				Remedy:   "use only tokens that were given in this session",
				Evidence: []Evidence{{leaves[i].ID, r.Unknown[0].Kind}},
			}, true
		}
	}
	return Reason{}, false
}
