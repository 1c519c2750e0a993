// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"slices"

	"github.com/veil-guard/veil/core"
)

// nameReach is how far before a name its cue may stand, in bytes.
const nameReach = 40

// nameHit is an entry found in a text.
type nameHit struct {
	core.Finding
	turned bool // surname first, with a comma
}

// nameHits are the entries found in a text, the longest at each place.
type nameHits struct {
	sure []nameHit // entries that need no cue
	cued []nameHit // entries that need one, which is not yet looked for
}

// find looks for every entry, at every word. A letter beside a name rules it
// out; a digit, an underscore and a change of case do not. A nil catalogue has
// no entries.
func (c *Catalogue) find(text []byte) (sure, cued []core.Finding) {
	var hits nameHits
	if c == nil {
		return nil, nil
	}
	for at := nextWord(text, 0); at < len(text); {
		w := readWord(text, at, byRun)
		if c.match(&hits, text, at, byRun, w) {
			c.match(&hits, text, at, byCase, readWord(text, at, byCase))
		}
		if w.cased {
			for part := at; part < w.end; {
				p := readWord(text, part, byCase)
				c.match(&hits, text, part, byCase, p)
				part = p.end
			}
		}
		at = nextWord(text, afterWord(text, at, w))
	}
	return straight(hits.sure), straight(hits.cued)
}

// match adds the longest entries whose first word is w, at start, and says
// whether a word after it changes case within.
func (c *Catalogue) match(hits *nameHits, text []byte, start int, s split, w word) (cased bool) {
	longest := c.longestFrom(w.hash)
	if longest == 0 {
		return false
	}
	var sure, cued nameHit
	var plain, comma uint64 = hashSeed, hashSeed
	for n := 1; n <= longest; n++ {
		plain, comma = chain(plain, w.hash), chain(comma, w.hash)
		if id, turned, ok := c.form(plain, comma); ok {
			e := c.entries[id]
			hit := nameHit{e.finding(start, w.end), turned}
			if e.cue {
				cued = hit
			} else {
				sure = hit
			}
		}
		next, hasComma, ok := nameGap(text, w.end)
		if !ok {
			break
		}
		if hasComma {
			comma = chain(comma, commaMark)
		}
		w = readWord(text, next, s)
		cased = cased || w.cased && n < longest
	}
	if sure.End > 0 {
		hits.sure = append(hits.sure, sure)
	}
	if cued.End > sure.End {
		hits.cued = append(hits.cued, cued)
	}
	return cased
}

// finding is the entry, found at a range.
func (e nameEntry) finding(start, end int) core.Finding {
	f := core.Finding{
		Kind: core.Nombre, Start: start, End: end, Value: e.value,
		Confidence: core.Certain, Basis: core.ByCatalogue,
	}
	if e.cue {
		f.Confidence = core.Likely
	}
	return f
}

// straight returns the findings without those turned ones that overlap the same
// name in its plain order: in "A B, A B" the middle reads like "B, A".
func straight(hits []nameHit) []core.Finding {
	var found []core.Finding
	for i, h := range hits {
		near := hits[max(0, i-maxNameWords):min(len(hits), i+maxNameWords)]
		if !h.turned || !slices.ContainsFunc(near, func(o nameHit) bool {
			return !o.turned && o.Value == h.Value && o.Start < h.End && h.Start < o.End
		}) {
			found = append(found, h.Finding)
		}
	}
	return found
}

// form returns the entry with these words. Where the text has a comma, the
// entry that has it there goes first.
func (c *Catalogue) form(plain, comma uint64) (id int, turned, ok bool) {
	if comma != plain {
		if id, ok = c.forms[comma]; ok {
			return id, true, true
		}
	}
	id, ok = c.forms[plain]
	return id, false, ok
}

// maxNameGap is how much may stand between two words of a name, in bytes.
const maxNameGap = 4

// nameGap returns where the next word of a name begins after i, and whether a
// comma stands between.
func nameGap(text []byte, i int) (next int, comma, ok bool) {
	limit := i + maxNameGap
	if n := apostropheAt(text, i); n > 0 {
		i, limit = i+n, i+n
	}
	for i < limit && i < len(text) {
		n := blankAt(text, i)
		if n == 0 && isNameSeparator(text[i]) {
			n = 1
		}
		if escaped := escapedBlank(text, i); escaped > 0 {
			n = escaped
			limit += escaped - 1 // it counts as one byte
		}
		if n == 0 {
			break
		}
		comma = comma || text[i] == ','
		i += n
	}
	return i, comma, i <= limit && i < len(text) && nextWord(text[:min(len(text), i+4)], i) == i
}

func isNameSeparator(c byte) bool {
	switch c {
	case '.', '-', '_', ',', '&', '\n', '\r', '\t':
		return true
	}
	return false
}

// apostropheAt returns the width of the apostrophe at i, as in O'Brien, or 0.
func apostropheAt(text []byte, i int) int {
	switch {
	case i < len(text) && text[i] == '\'':
		return 1
	case i+2 < len(text) && text[i] == 0xE2 && text[i+1] == 0x80 && text[i+2] == 0x99:
		return 3
	}
	return 0
}
