// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"cmp"
	"slices"

	"github.com/veil-guard/veil/core"
)

// settle resolves overlaps. A finding that lost may leave a part of itself
// uncovered, in which something else stands once the winner is a token. Then
// the findings which it would have beaten are held back, and again is true:
// the text is to be looked at once more with the kept ones covered.
func settle(found []core.Finding) (kept []core.Finding, again bool) {
	if apart(found) {
		return found, false
	}
	slices.SortFunc(found, func(a, b core.Finding) int { return cmp.Compare(a.Start, b.Start) })
	if apart(found) {
		return found, false
	}
	all := slices.Clone(found)
	kept = core.ResolveOverlaps(found)
	held := make([]bool, len(kept))
	for _, f := range all {
		if isCovered(f, kept) {
			continue
		}
		again = true
		for i := firstAfter(kept, f.Start); i < len(kept) && kept[i].Start < f.End; i++ {
			held[i] = held[i] || length(kept[i]) < length(f)
		}
	}
	if !again {
		return kept, false
	}
	sure := kept[:0]
	for i, f := range kept {
		if !held[i] {
			sure = append(sure, f)
		}
	}
	return sure, true
}

// apart says whether the findings are in order and none overlaps the next.
func apart(found []core.Finding) bool {
	for i := 1; i < len(found); i++ {
		if found[i].Start < found[i-1].End {
			return false
		}
	}
	return true
}

func length(f core.Finding) int { return f.End - f.Start }

// isCovered says whether f lies within one or more touching spans of kept,
// which are in rising order.
func isCovered(f core.Finding, kept []core.Finding) bool {
	at := f.Start
	for i := firstAfter(kept, at); i < len(kept) && kept[i].Start <= at; i++ {
		if at = kept[i].End; at >= f.End {
			return true
		}
	}
	return false
}

// firstAfter returns the index of the first span that ends after at.
func firstAfter(spans []core.Finding, at int) int {
	i, _ := slices.BinarySearchFunc(spans, at, func(f core.Finding, at int) int {
		if f.End <= at {
			return -1
		}
		return 1
	})
	return i
}
