// SPDX-License-Identifier: Apache-2.0

package core

import (
	"cmp"
	"slices"
)

// Decision is what becomes of an event. Higher is stricter.
type Decision uint8

// The decisions, Allow < Ask < Deny. Rewriting is not one of them: a rewritten
// event is allowed (or asked about) with patches.
const (
	Allow Decision = iota
	Ask
	Deny
)

// String returns "allow", "ask" or "deny".
func (d Decision) String() string {
	switch d {
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	default:
		return "deny"
	}
}

// Label is a set of properties that a value carries, as bits.
type Label uint32

// The labels.
const (
	// LabelPII marks personal data.
	LabelPII Label = 1 << iota
	// LabelUnscannable marks content that could not be inspected.
	LabelUnscannable
)

// Op says which way a patch goes.
type Op uint8

const (
	// Reveal puts values in place of tokens.
	Reveal Op = iota
	// Hide puts tokens in place of values. On one leaf it beats Reveal.
	Hide
)

// Patch replaces the text of one leaf. New is the whole new text; Edits, if
// given, say which ranges of the old text differ, so that every other byte of
// the host's JSON can stay as it was.
type Patch struct {
	Leaf  LeafID
	Op    Op
	New   string
	Edits []Edit
}

// Evidence points at what a reason rests on, without holding its text.
type Evidence struct {
	Leaf LeafID
	Kind Kind
}

// Reason says why, for a person who is tired: Text is the cause and Remedy is
// what to do about it, one line each. Neither holds a raw value.
type Reason struct {
	Rule     string // the name of the rule, in snake case
	Text     string
	Remedy   string
	Evidence []Evidence
}

// Verdict is veil's answer. A verdict with decision Deny carries no patches.
type Verdict struct {
	Decision Decision
	Patches  []Patch // by leaf, at most one each
	Reasons  []Reason
	Labels   Label
}

// Rewrites says whether the event goes on with replaced text.
func (v Verdict) Rewrites() bool { return v.Decision != Deny && len(v.Patches) > 0 }

// Denied returns a verdict that denies for one reason.
func Denied(r Reason) Verdict { return Verdict{Decision: Deny, Reasons: []Reason{r}} }

// Merge joins two verdicts. It is associative, commutative and idempotent, the
// zero Verdict is its unit, and it never lowers a decision. Patches on
// different leaves union. On one leaf Hide beats Reveal; two different hidden
// texts cannot both hold, so that conflict is denied; of two different
// revealed texts the lesser one stands.
func Merge(a, b Verdict) Verdict {
	m := Verdict{
		Decision: max(a.Decision, b.Decision),
		Labels:   a.Labels | b.Labels,
		Reasons:  mergeReasons(a.Reasons, b.Reasons),
	}
	patches, agree := mergePatches(a.Patches, b.Patches)
	if !agree {
		m.Decision = Deny
	}
	if m.Decision != Deny {
		m.Patches = patches
	}
	return m
}

func mergePatches(a, b []Patch) (merged []Patch, agree bool) {
	all := slices.Concat(a, b)
	slices.SortFunc(all, comparePatches)
	for _, p := range all {
		last := len(merged) - 1
		if last < 0 || merged[last].Leaf != p.Leaf {
			merged = append(merged, p)
			continue
		}
		first := merged[last]
		if p.Op == Hide && first.Op == Hide && p.New != first.New {
			return nil, false
		}
	}
	return merged, true
}

// comparePatches sorts by leaf, and on one leaf puts first what stands.
func comparePatches(a, b Patch) int {
	return cmp.Or(
		cmp.Compare(a.Leaf.Pointer, b.Leaf.Pointer),
		compareBool(a.Leaf.Key, b.Leaf.Key),
		cmp.Compare(b.Op, a.Op),
		cmp.Compare(a.New, b.New),
		slices.CompareFunc(a.Edits, b.Edits, compareEdits),
	)
}

func compareEdits(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.New, b.New))
}

// mergeReasons is the union of two sets of reasons, in a fixed order. Reasons
// that say the same have their evidence united.
func mergeReasons(a, b []Reason) []Reason {
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, compareReasons)
	var merged []Reason
	for _, r := range all {
		last := len(merged) - 1
		if last >= 0 && compareReasons(merged[last], r) == 0 {
			merged[last].Evidence = mergeEvidence(merged[last].Evidence, r.Evidence)
			continue
		}
		r.Evidence = mergeEvidence(r.Evidence, nil)
		merged = append(merged, r)
	}
	return merged
}

func compareReasons(a, b Reason) int {
	return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Remedy, b.Remedy))
}

func mergeEvidence(a, b []Evidence) []Evidence {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(x, y Evidence) int {
		return cmp.Or(
			cmp.Compare(x.Leaf.Pointer, y.Leaf.Pointer),
			compareBool(x.Leaf.Key, y.Leaf.Key),
			cmp.Compare(x.Kind, y.Kind),
		)
	})
	return slices.Compact(all)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}
