// SPDX-License-Identifier: Apache-2.0

package core

import (
	"cmp"
	"slices"
)

// Disposition says what can be done about a finding.
type Disposition uint8

const (
	// Replace says that a safe replacement exists (a token).
	Replace Disposition = iota
	// Refuse says that none exists, so the event is denied.
	Refuse
)

// String returns the word used in reports: "rewrite" or "deny".
func (d Disposition) String() string {
	if d == Refuse {
		return "deny"
	}
	return "rewrite"
}

// Confidence says how sure a detector is.
type Confidence uint8

const (
	// Likely findings rest on a cue beside the value.
	Likely Confidence = iota
	// Certain findings need none.
	Certain
)

// Basis says what a finding rests on. Of two overlapping findings of one
// length the one with the higher basis stands.
type Basis uint8

const (
	// ByContext rests on the shape of the text and on what stands beside it.
	ByContext Basis = iota
	// ByCatalogue rests on an entry of the client name catalogue.
	ByCatalogue
	// ByCheckDigit rests on a check digit that holds.
	ByCheckDigit
	// ByMemory rests on a token that the value already has in this session.
	ByMemory
)

// Finding is a detector's answer: where a value stands in a leaf and what it
// is. Value is the canonical value: two spellings of one value have the same.
// Plain is how the value reads without its disguise, where the text spells it
// encoded, split or with look-alikes; it is empty where the spelling is plain.
// Both are personal data and must not be printed.
type Finding struct {
	Kind        Kind
	Start, End  int // half-open byte range in the leaf's text
	Value       string
	Plain       string
	Confidence  Confidence
	Basis       Basis
	Disposition Disposition
	Obstacle    Obstacle // why it is refused; empty for what can be replaced
}

// Detector finds personal data in text.
type Detector interface {
	// Find appends what it finds to dst: byte ranges in text, in rising order
	// and without overlap. It keeps no reference to text, treats tokens as
	// opaque, costs time linear in len(text), and is safe for concurrent use.
	Find(dst []Finding, text []byte) []Finding
}

// ResolveOverlaps returns the findings that stand when spans overlap, in
// rising order and without overlap: the longest first, then the higher basis,
// then the order of the kinds, then the leftmost. It reorders its argument and
// reuses its memory.
func ResolveOverlaps(found []Finding) []Finding {
	slices.SortFunc(found, func(a, b Finding) int { return cmp.Compare(a.Start, b.Start) })
	kept := found[:0]
	for len(found) > 0 {
		n, end := 1, found[0].End
		for n < len(found) && found[n].Start < end {
			end = max(end, found[n].End)
			n++
		}
		kept = append(kept, resolveCluster(found[:n])...)
		found = found[n:]
	}
	return kept
}

// resolveCluster resolves findings that are chained together by overlaps.
func resolveCluster(found []Finding) []Finding {
	if len(found) == 1 {
		return found
	}
	slices.SortFunc(found, comparePrecedence)
	var taken spanSet
	kept := found[:0]
	for _, f := range found {
		if taken.add(f.Start, f.End) {
			kept = append(kept, f)
		}
	}
	slices.SortFunc(kept, func(a, b Finding) int { return cmp.Compare(a.Start, b.Start) })
	return kept
}

// comparePrecedence puts first the finding that stands.
func comparePrecedence(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(b.End-b.Start, a.End-a.Start),
		cmp.Compare(b.Basis, a.Basis),
		cmp.Compare(a.Kind.rank(), b.Kind.rank()),
		cmp.Compare(a.Start, b.Start),
		cmp.Compare(a.Value, b.Value),
	)
}

// spanSet is a set of half-open ranges that do not overlap, in rising order.
type spanSet struct {
	starts []int
	ends   []int
}

// add puts the range in and says whether it was free.
func (s *spanSet) add(start, end int) bool {
	i, taken := slices.BinarySearch(s.starts, start)
	if taken || (i > 0 && s.ends[i-1] > start) || (i < len(s.starts) && s.starts[i] < end) {
		return false
	}
	s.starts = slices.Insert(s.starts, i, start)
	s.ends = slices.Insert(s.ends, i, end)
	return true
}
