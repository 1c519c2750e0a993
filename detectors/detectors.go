// SPDX-License-Identifier: Apache-2.0

// Package detectors says what personal data looks like in text: DNI and NIE,
// IBAN, e-mail addresses, Spanish telephone numbers and the names of a client
// catalogue. It also judges the paths of tool calls: files that bear secrets.
//
// A [Set] finds every kind at once and implements [core.Detector]. A
// [SecretPaths] implements [core.Policy]. Neither does I/O.
package detectors

import (
	"sync"

	"github.com/veil-guard/veil/core"
)

// Options configure a [Set]. The zero value finds every kind but names.
type Options struct {
	// Catalogue holds the client names; nil for none.
	Catalogue *Catalogue
	// AllowValues are values that are no findings: canonical, or exactly as
	// they stand in the text.
	AllowValues []string
	// AllowDomains are domains, with their subdomains, whose e-mail addresses
	// are no findings.
	AllowDomains []string
	// Assignments also finds what is assigned to a password, a token or the like
	// and looks random: password = "M4deUp-0nly".
	Assignments bool
}

// Set finds personal data of every kind. It is safe for concurrent use.
type Set struct {
	catalogue   *Catalogue
	allow       allowList
	scratches   sync.Pool // of *scratch
	assignments bool
}

var _ core.Detector = (*Set)(nil)

// New returns a Set. It fails with an *[AllowError] if an allowed value or
// domain is empty or malformed.
func New(o Options) (*Set, error) {
	s := &Set{catalogue: o.Catalogue, assignments: o.Assignments}
	allow, err := newAllowList(o, s)
	if err != nil {
		return nil, err
	}
	s.allow = allow
	return s, nil
}

// maxRounds bounds how often a text is looked at again after a finding lost to
// one that covers only part of it.
const maxRounds = 4

// Find appends the findings in text to dst, as [core.Detector] says. Text that
// cannot be inspected is one finding of the kind [core.Unscannable].
func (s *Set) Find(dst []core.Finding, text []byte) []core.Finding {
	work := s.scratch()
	defer s.scratches.Put(work)
	if work.seen.read(text); work.seen.binary {
		if u, ok := ReadUTF16(text); ok && u.Clean {
			return s.appendUTF16(dst, u)
		}
		return append(dst, unscannableFinding(text, core.ObstacleBinary))
	}
	if isUndecodable(text) {
		return append(dst, unscannableFinding(text, core.ObstacleUndecodable))
	}
	return s.findSeen(dst, text, work, work.decoding.begin(s, text))
}

// scratch returns memory to work with.
func (s *Set) scratch() *scratch {
	if work, ok := s.scratches.Get().(*scratch); ok {
		return work
	}
	return newScratch()
}

// find returns the findings in text. Encoded data in it is decoded as far
// as d allows; nil is for a text that nothing was decoded to.
func (s *Set) find(text []byte, d *decoding) []core.Finding {
	work := s.scratch()
	defer s.scratches.Put(work)
	if d == nil {
		d = work.decoding.begin(s, text)
	}
	work.seen.read(text)
	return s.findSeen(nil, text, work, d)
}

// findSeen is find for a text that the survey was read of.
func (s *Set) findSeen(dst []core.Finding, text []byte, work *scratch, d *decoding) []core.Finding {
	m := &work.masked
	if encoded := m.maskTokens(text, &work.seen); encoded {
		work.seen.read(m.text) // their brackets look like data
	}
	found := append(work.found[:0], coverCredentials(m, &work.seen)...)
	found = d.appendWide(found, m, work.seen.stretches)
	if s.assignments {
		found = append(found, coverAll(m, appendAssignments)...)
	}
	for range maxRounds {
		kept, again := s.round(m, work, d, found)
		found = append(found, kept...)
		if touchesCredential(m.text, kept) {
			more := coverCredentialsIn(m, &work.seen, appendStretches(nil, m.text))
			found, again = append(found, more...), again || len(more) > 0
		}
		if !again && !runsOn(m.text, kept) && !work.view.opensField(m.text, kept) {
			break
		}
	}
	work.found = found
	if !apart(found) {
		found = core.ResolveOverlaps(found)
	}
	for _, f := range found {
		if !s.allow.has(f, text) {
			dst = append(dst, f)
		}
	}
	work.forget()
	return dst
}

// round finds what stands in the uncovered text and covers it. First comes what
// needs nothing around it, then encoded data in what is left. The rest depends on
// its neighbours, so it is found from left to right with everything before it
// covered. Each time the disguised stretches go first. It says whether something
// is left for another round. covered is what is covered by now.
func (s *Set) round(m *masked, work *scratch, d *decoding, covered []core.Finding) (kept []core.Finding, again bool) {
	spell := &work.spell
	spell.begin(false, work.seen.triggers)
	v := viewOf(m.text, spell, &work.viewWork)
	kept, hidden, again := s.plainDisguised(m, v, work)
	if again || touchesNumber(m.text, kept) {
		return kept, true
	}
	v.glue(m, &work.viewWork)
	work.starts = work.seen.numbersIn(work.starts[:0], m.text, v)
	work.starts = stillStarts(work.starts, m.text, covered)
	work.starts = stillStarts(work.starts, m.text, kept)
	found, cued := s.plainFindings(work.plain[:0], m.text, work.starts, work.seen.ats)
	work.plain = found
	work.unglue(m)
	found, again = settle(found)
	m.coverAll(found)
	unsettled := v.unsettled(kept, false) || v.unsettled(found, true)
	kept = joined(kept, found)
	if again || touchesNumber(m.text, kept) || v.touches(kept) {
		return kept, true
	}
	before := len(kept)
	kept = d.appendRuns(kept, m, &work.seen)
	unsettled = unsettled || v != nil && len(kept) > before
	if v.holdsAny(kept) {
		v = v.again(m.text, spell, &work.viewWork)
	}
	before = len(kept)
	kept = append(kept, s.contextDisguised(m, v, hidden, work)...)
	unsettled = unsettled || v.unsettled(kept[before:], false)
	cued = uncovered(cued, m.text)
	v.glue(m, &work.viewWork)
	work.starts = stillStarts(work.starts, m.text, kept)
	rest := work.surroundings.appendFindings(work.rest[:0], m, work.starts, cued)
	work.rest = rest
	work.unglue(m)
	m.coverAll(rest)
	unsettled = unsettled || v.unsettled(rest, true)
	kept = joined(kept, rest)
	if touchesRun(m.text, kept[before:]) {
		kept = d.appendRuns(kept, m, &work.seen)
	}
	if spell.coloured {
		found = s.coloured(m, work)
		kept = append(kept, found...)
		unsettled = unsettled || len(kept) > 0 // what is covered splits no value
	}
	kept, again = settle(kept)
	return kept, again || unsettled || touchesNumber(m.text, kept) || v.touches(kept)
}

// joined returns both lists as one; without copying if one is empty.
func joined(a, b []core.Finding) []core.Finding {
	if len(a) == 0 {
		return b
	}
	return append(a, b...)
}

// plainFindings finds what needs nothing around it, and the names that need a cue.
// starts are the places where numbers begin, and ats those of the "@".
// It appends to dst, but for the names that need a cue.
func (s *Set) plainFindings(dst []core.Finding, text []byte, starts, ats []int) (found, cued []core.Finding) {
	found, cued = s.catalogue.find(text)
	found = appendEmails(append(dst, found...), text, ats)
	return appendPlainNumbers(found, text, starts), cued
}

// scratch is memory that is used again from text to text.
type scratch struct {
	masked       masked
	seen         survey // of the text
	starts       []int  // of numbers in the text
	viewSeen     survey // of its view
	surroundings surroundings
	decoding     decoding
	spell        speller        // of the text
	found        []core.Finding // in all rounds
	plain, rest  []core.Finding // in one round: what needs nothing around it, what does
	viewWork
}

// fewFindings is how many findings there is room for from the first.
const fewFindings = 16

func newScratch() *scratch {
	room := func() []core.Finding { return make([]core.Finding, 0, fewFindings) }
	return &scratch{found: room(), plain: room(), rest: room()}
}

// forget drops the values that were found: they are not to be kept for the next text.
func (work *scratch) forget() {
	clear(work.found)
	clear(work.plain)
	clear(work.rest)
}

// appendPlainNumbers finds the numbers that need nothing around them, at the
// given places.
func appendPlainNumbers(dst []core.Finding, text []byte, starts []int) []core.Finding {
	end := 0
	for _, i := range starts {
		if i < end || !mayBePlain(text, i) {
			continue
		}
		if f, ok := plainNumber(text, i); ok {
			dst = append(dst, f)
			end = f.End
		}
	}
	return dst
}

// appendFindings finds, from left to right, the numbers at the given places that
// depend on what stands around them, and those of the given names that have their cue.
func (s *surroundings) appendFindings(dst []core.Finding, m *masked, starts []int, names []core.Finding) []core.Finding {
	s.begin(m.text)
	end := 0
	add := func(f core.Finding) {
		m.cover(f.Start, f.End, f.Kind)
		s.text = m.text
		dst = append(dst, f)
		end = f.End
	}
	for _, i := range starts {
		for len(names) > 0 && names[0].Start <= i {
			if s.cued(names[0].Start, cueRule{nameReach, false, nameCues}) {
				add(names[0])
			}
			names = names[1:]
		}
		if i < end {
			continue
		}
		if f, ok := contextNumber(s, i); ok {
			add(f)
		}
	}
	for _, f := range names {
		if s.cued(f.Start, cueRule{nameReach, false, nameCues}) {
			add(f)
		}
	}
	return dst
}
