// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// searched are the findings of leaves that were looked at before.
type searched map[LeafID][]Finding

// hide puts tokens in place of the values in the event's leaves.
func (g *Guard) hide(ctx context.Context, ev Event, before searched) (Verdict, error) {
	texts := make([]Hideable, len(ev.Leaves))
	references := tokensOf(ev.Args)
	counts := map[Kind]int{}
	find := func(text string) []Finding { return g.withheld(ev, g.find(text)) }
	for i, l := range ev.Leaves {
		found, known := before[l.ID]
		if !known {
			found = find(l.Text)
		}
		if reason, refused := refusal(l, found); refused {
			return Verdict{Decision: Deny, Reasons: []Reason{reason}, Labels: LabelUnscannable}, nil
		}
		if len(found) > 0 && ev.Surface == ToolInput && (l.Number || l.ID.Key) {
			return Denied(unspliceable(l, found)), nil
		}
		for _, f := range found {
			counts[f.Kind]++
		}
		texts[i] = Hideable{l.Text, found, ev.fresh(), references}
	}
	rewritten, err := g.rewrite(ctx, texts, find)
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{Patches: patches(ev.Leaves, rewritten, Hide)}
	if len(counts) > 0 {
		v.Labels = LabelPII
	}
	switch reason, lost := unknownTokens(ev.Leaves, rewritten); {
	case lost && ev.Surface == Prompt:
		reason.Remedy = "tokens hold within one session: type the values again"
		v.Reasons = []Reason{reason}
	case lost && ev.Surface == History:
		reason.Rule, reason.Remedy = "store_lost", "the values are lost: start a new session"
		v.Reasons = []Reason{reason}
	}
	if ev.Power == Block && len(v.Patches) > 0 {
		return blocked(ev, v, counts), nil
	}
	return v, nil
}

// withheld leaves out the findings that the event's tool may have.
func (g *Guard) withheld(ev Event, found []Finding) []Finding {
	if g.Grants.Reveals == nil || ev.Surface != ToolInput {
		return found
	}
	return slices.DeleteFunc(found, func(f Finding) bool {
		return f.Disposition == Replace && g.Grants.reveals(ev.Tool, f.Kind)
	})
}

// fresh says whether the event's text is seen for the first time. What a
// sub-agent answers is not: it is the model's own text of the same root session,
// and its tokens are references.
func (ev Event) fresh() bool {
	return ev.Surface == ToolOutput && !ev.Resent && ev.Tool.Sink != SinkDelegate
}

// find returns the spans of text that must not leave, without overlap.
func (g *Guard) find(text string) []Finding {
	bytes := []byte(text)
	var found []Finding
	for _, d := range g.Detectors {
		found = d.Find(found, bytes)
	}
	return ResolveOverlaps(g.Pseudonyms.Known(found, bytes))
}

// patches returns a patch for every leaf that the rewriting changes.
func patches(leaves []Leaf, rewritten []Rewriting, op Op) []Patch {
	var list []Patch
	for i, r := range rewritten {
		if len(r.Edits) > 0 {
			list = append(list, Patch{leaves[i].ID, op, ApplyEdits(leaves[i].Text, r.Edits), r.Edits})
		}
	}
	slices.SortFunc(list, comparePatches)
	return list
}

// refusal is the reason to deny a leaf for which no replacement exists.
func refusal(l Leaf, found []Finding) (Reason, bool) {
	for _, f := range found {
		if f.Disposition == Refuse {
			text, remedy := f.Obstacle.explain()
			return Reason{Rule: "unscannable", Text: text, Remedy: remedy, Evidence: []Evidence{{l.ID, f.Kind}}}, true
		}
	}
	return Reason{}, false
}

func unspliceable(l Leaf, found []Finding) Reason {
	return Reason{
		Rule:     "value_in_name_or_number",
		Text:     fmt.Sprintf("an argument's name or number is personal data (%s)", found[0].Kind),
		Remedy:   "pass it as the text of an argument",
		Evidence: []Evidence{{l.ID, found[0].Kind}},
	}
}

// blocked turns a rewriting into a denial that offers the rewritten text.
func blocked(ev Event, v Verdict, counts map[Kind]int) Verdict {
	r := Reason{Rule: "personal_data", Text: "it holds personal data" + listing(counts), Remedy: "send this instead, in this session:"}
	for _, l := range ev.with(v.Patches).Leaves {
		if !l.ID.Key && !l.Number {
			r.Remedy += "\n" + l.Text
		}
	}
	for _, p := range v.Patches {
		r.Evidence = append(r.Evidence, Evidence{Leaf: p.Leaf})
	}
	return Verdict{Decision: Deny, Reasons: []Reason{r}, Labels: v.Labels}
}

// listing renders counts as " (2 DNI, 1 EMAIL)".
func listing(counts map[Kind]int) string {
	var parts []string
	for _, k := range Kinds() {
		if n := counts[k]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, k))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// tokensOf returns the tokens that the leaves carry.
func tokensOf(leaves []Leaf) []Token {
	var tokens []Token
	var spans []TokenSpan
	for _, l := range leaves {
		spans = FindTokens(spans[:0], l.Text)
		for _, s := range spans {
			tokens = append(tokens, s.Token)
		}
	}
	return tokens
}
