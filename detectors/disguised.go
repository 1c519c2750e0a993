// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// plainDisguised finds in the disguised stretches of a text what needs nothing
// around it, and covers it. It also returns the names there that need a cue.
func (s *Set) plainDisguised(m *masked, v *view, work *scratch) (found, cued []core.Finding, again bool) {
	if v == nil {
		return nil, nil, false
	}
	work.viewSeen.read(v.text)
	found, cued = s.plainFindings(nil, v.text, work.viewSeen.numbers, work.viewSeen.ats)
	found = appendCredentials(found, v.text, work.viewSeen.stretches, &work.viewSeen)
	found, again = settle(v.inSource(found))
	m.coverAll(found)
	return found, v.inSource(cued), again
}

// contextDisguised finds what in the disguised stretches of a text depends on
// its neighbours, and covers it. What is found already is covered, so the
// stretches reach further than before.
func (s *Set) contextDisguised(m *masked, v *view, cued []core.Finding, work *scratch) []core.Finding {
	if v == nil {
		return nil
	}
	work.viewSeen.read(v.text)
	found := work.surroundings.appendFindings(nil, v.masked(&work.viewWork), work.viewSeen.numbers, v.fromSource(cued))
	found = v.inSource(found)
	m.coverAll(found)
	return found
}

// coloured finds the values that terminal sequences split, and covers them.
func (s *Set) coloured(m *masked, work *scratch) []core.Finding {
	work.spell.begin(true, work.seen.triggers)
	v := viewOf(m.text, &work.spell, &work.viewWork)
	if v == nil {
		return nil
	}
	g := v.masked(&work.viewWork)
	work.viewSeen.read(v.text)
	found, cued := s.plainFindings(nil, v.text, work.viewSeen.numbers, work.viewSeen.ats)
	g.coverAll(found)
	starts := stillStarts(work.viewSeen.numbers, g.text, found)
	found = append(found, work.surroundings.appendFindings(nil, g, starts, cued)...)
	found = v.inSource(found)
	split := found[:0]
	for _, f := range found {
		if v.holdsColour(f) {
			split = append(split, f)
		}
	}
	m.coverAll(split)
	return split
}
