// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// reveal puts the values in place of the tokens in the event's leaves.
func (g *Guard) reveal(ctx context.Context, ev Event) (Verdict, error) {
	if ev.Answered {
		return Verdict{}, nil
	}
	if reason, shown := g.shownOnFailure(ev, ev.Leaves); shown {
		return Denied(reason), nil
	}
	if reason, misspelled, err := g.misspelled(ctx, ev); err != nil || misspelled {
		return Denied(reason), err
	}
	texts := make([]string, len(ev.Leaves))
	for i, l := range ev.Leaves {
		texts[i] = l.Text
	}
	restored, err := g.Pseudonyms.Reveal(ctx, texts)
	if err != nil {
		return Verdict{}, fmt.Errorf("restoring values: %w", err)
	}
	for i, l := range ev.Leaves {
		encodeEdits(l.Text, restored[i].Edits, ev.Tool.patternSigns(l))
		if isField(ev.Tool.PatchFields, l) && !inPatch(l.Text, restored[i].Edits) {
			return Denied(linesInPatch(l)), nil
		}
	}
	v := Verdict{Patches: patches(ev.Leaves, restored, Reveal)}
	if reason, broken := brokenJSON(ev, v.Patches); broken {
		return Denied(reason), nil
	}
	if reason, lost := unknownTokens(ev.Leaves, restored); lost {
		// A file would hold a token for good, and the value it was meant for is lost.
		if ev.Tool.Sink == SinkFile {
			return Denied(reason), nil
		}
		v.Reasons = []Reason{reason}
	}
	return v, nil
}

// linesInPatch is the reason to deny a patch that a value would break.
func linesInPatch(l Leaf) Reason {
	return Reason{
		Rule:     "lines_in_patch",
		Text:     "a token stands for several lines where the patch has room for one",
		Remedy:   "use it in a line that begins with +, - or a blank",
		Evidence: []Evidence{{Leaf: l.ID}},
	}
}

// shownOnFailure denies a call whose failure would show a value to the model: the
// host's error quotes a path, a pattern or a command that the person's rules deny,
// and on some hosts nothing can rewrite an error. What a call writes into a file is
// not quoted (measured, Claude Code 2.1.332).
func (g *Guard) shownOnFailure(ev Event, leaves []Leaf) (Reason, bool) {
	if ev.Surface != ToolInput || ev.Answered {
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

// encodeEdits writes each value as the brackets of its token are written, and so that a
// pattern, which takes signs for more than themselves, takes it for text.
func encodeEdits(text string, edits []Edit, signs string) {
	if len(edits) == 0 {
		return
	}
	at := 0
	for _, t := range FindTokens(nil, text) {
		if at < len(edits) && edits[at].Start == t.Start {
			edits[at].New = t.Encoding.encode(edits[at].New, signs)
			at++
		}
	}
}

// brokenJSON denies a write that would make a JSON file unreadable: a value may
// hold what must be escaped there. What was no JSON before is not judged.
func brokenJSON(ev Event, patches []Patch) (Reason, bool) {
	if ev.Surface != ToolInput || ev.Tool.Sink != SinkFile || !ev.namesJSON() {
		return Reason{}, false
	}
	before := map[LeafID]string{}
	for _, l := range ev.Leaves {
		before[l.ID] = l.Text
	}
	for _, p := range patches {
		if json.Valid([]byte(before[p.Leaf])) && !json.Valid([]byte(p.New)) {
			return Reason{
				Rule:     "json_broken",
				Text:     "the value of a token would break the JSON in " + p.Leaf.Pointer,
				Remedy:   `write the token as \u005bDNI-001\u005d there: its value is then escaped`,
				Evidence: []Evidence{{Leaf: p.Leaf}},
			}, true
		}
	}
	return Reason{}, false
}

// namesJSON says whether the call is about a JSON file.
func (ev Event) namesJSON() bool {
	return slices.ContainsFunc(ev.Leaves, func(l Leaf) bool {
		return ev.Tool.isPath(l) && strings.HasSuffix(strings.ToLower(l.Text), ".json")
	})
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
