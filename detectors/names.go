// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// nameReach is how far before a name its cue may stand, in bytes.
const nameReach = 40

// nameHit is an entry found in a text.
type nameHit struct {
	core.Finding
	order nameOrder
}

// nameOrder says in which order the words of an entry stand in a text, and how
// well that names the entry.
type nameOrder int

const (
	otherOrder   nameOrder = iota
	turnedOrder            // surname first, without a comma
	writtenOrder           // as it is written, or given name first
	commaOrder             // surname first, with a comma
)

// nameHits are the entries found in a text, the longest at each place.
type nameHits struct {
	sure []nameHit // entries that need no cue
	cued []nameHit // entries that need one, which is not yet looked for
}

// find looks for every entry, at every word. A letter beside a name rules it
// out; a digit, an underscore and a change of case do not. A nil catalogue has
// no entries. The findings rise by their start.
func (c *Catalogue) find(text []byte) (sure, cued []core.Finding) {
	if c == nil {
		return nil, nil
	}
	p := namePass{index: c.index, text: text}
	if !c.index.bad.Load() {
		p.scan()
	}
	if !c.index.bad.Load() {
		return straight(p.hits.sure), straight(p.hits.cued)
	}
	if other := c.instead(); other != nil {
		return other.find(text)
	}
	return []core.Finding{unscannableFinding(text, core.ObstacleCatalogue)}, nil
}

// straight returns the findings without those turned round that overlap a name in
// plain order. In "A B, A B" the middle reads like "B, A" of the same entry. With no
// comma, "A B" and "C D" in a row read like "B C" of any.
func straight(hits []nameHit) []core.Finding {
	var found []core.Finding
	for i, h := range hits {
		if h.order == writtenOrder || !h.hides(hits, i) {
			found = append(found, h.Finding)
		}
	}
	return found
}

// hides says whether a hit that is turned round overlaps one that is not. At each
// word of a name at most two hits begin.
func (h nameHit) hides(hits []nameHit, i int) bool {
	const near = 2 * maxNameWords
	for _, o := range hits[max(0, i-near):min(len(hits), i+near)] {
		if o.Start < h.End && h.Start < o.End && o.order > turnedOrder &&
			(h.order == turnedOrder || o.order == writtenOrder && o.Value == h.Value) {
			return true
		}
	}
	return false
}
