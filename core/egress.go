// SPDX-License-Identifier: Apache-2.0

package core

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// egress answers to a call that leaves the machine: tokens are kept and values are
// hidden, but for the kinds that the person lets this tool have. A token where the
// call names its recipient or a place means nothing there.
func (g *Guard) egress(ctx context.Context, ev Event) (Verdict, error) {
	for _, l := range ev.Leaves {
		for _, t := range FindTokens(nil, l.Text) {
			if isDestination(l, t) && !g.Grants.reveals(ev.Tool, t.Token.Kind) {
				return Denied(Reason{
					Rule:     "token_in_destination",
					Text:     "a token in " + l.ID.Pointer + " names no recipient and no place: real values do not leave the machine",
					Remedy:   fmt.Sprintf("if they may in this call, add to veil.yaml: reveal: [{to: %s, kinds: [%s]}]", g.toolName(ev), t.Token.Kind),
					Evidence: []Evidence{{l.ID, t.Token.Kind}},
				}), nil
			}
		}
	}
	v, err := g.hide(ctx, ev, nil)
	if err != nil || v.Decision == Deny || g.Grants.Reveals == nil {
		return v, err
	}
	return g.revealGranted(ctx, ev, v)
}

// revealGranted puts in the values of the tokens whose kind the tool may have.
func (g *Guard) revealGranted(ctx context.Context, ev Event, v Verdict) (Verdict, error) {
	texts := make([]string, len(ev.Leaves))
	granted := make([]map[int]bool, len(ev.Leaves)) // where such a token begins
	for i, l := range ev.Leaves {
		texts[i] = l.Text
		for _, t := range FindTokens(nil, l.Text) {
			if g.Grants.reveals(ev.Tool, t.Token.Kind) {
				if granted[i] == nil {
					granted[i] = map[int]bool{}
				}
				granted[i][t.Start] = true
			}
		}
		if reason, shown := g.shownOnFailure(ev, ev.Leaves[i:i+1]); shown && granted[i] != nil {
			return Denied(reason), nil
		}
	}
	if !slices.ContainsFunc(granted, func(m map[int]bool) bool { return m != nil }) {
		return v, nil
	}
	restored, err := g.Pseudonyms.Reveal(ctx, texts)
	if err != nil {
		return Verdict{}, fmt.Errorf("restoring values: %w", err)
	}
	edits := make([]Rewriting, len(ev.Leaves))
	for i, l := range ev.Leaves {
		encodeEdits(l.Text, restored[i].Edits, "")
		for _, e := range restored[i].Edits {
			if granted[i][e.Start] {
				edits[i].Edits = append(edits[i].Edits, e)
			}
		}
		for _, p := range v.Patches {
			if p.Leaf == l.ID {
				edits[i].Edits = append(edits[i].Edits, p.Edits...)
			}
		}
		slices.SortFunc(edits[i].Edits, func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) })
	}
	v.Patches = patches(ev.Leaves, edits, Hide)
	return v, nil
}

// isDestination says whether a token stands where a call says to whom or where it
// goes: an argument with such a name, or the host of a URL.
func isDestination(l Leaf, t TokenSpan) bool {
	if l.ID.Key || l.Number {
		return false
	}
	switch fieldName(l.ID.Pointer) {
	case "to", "cc", "bcc", "from", "sender", "replyto", "mailto", "address", "addresses", "emailaddress", "recipient", "recipients", "attendee", "attendees", "invitee", "invitees", "email", "emails",
		"host", "hostname", "server", "domain", "path", "paths", "filepath", "file", "filename", "destination", "directory", "folder":
		return true
	}
	if isURLField(l) {
		_, rest, found := strings.Cut(l.Text, "://")
		if !found {
			rest = l.Text
		}
		from := len(l.Text) - len(rest)
		host := strings.IndexAny(rest, "/?#")
		return t.Start >= from && (host < 0 || t.Start < from+host)
	}
	return false
}

// isURLField says whether an argument has the name of an address.
func isURLField(l Leaf) bool {
	switch fieldName(l.ID.Pointer) {
	case "url", "uri", "href", "endpoint", "link":
		return true
	}
	return false
}

// fieldName is the last name in a pointer, in lower case and without separators;
// an index is none.
func fieldName(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if strings.Trim(parts[i], "0123456789") != "" {
			return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(parts[i]))
		}
	}
	return ""
}
