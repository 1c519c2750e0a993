// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/veil-guard/veil/core"
)

// windowGap stands between two decoded windows, so that no value and no cue reaches
// over: lines without a word.
var windowGap = strings.Repeat("\n", 64)

// view is what the disguised stretches of a text say, one after another. The
// rules read it like any text.
type view struct {
	decoded
	source  []byte
	windows []window
}

// viewWork is the memory of a view, used again from text to text.
type viewWork struct {
	view    view
	levels  [3]decoded
	parts   []window // those of the view before
	glued   []gluedByte
	covered []byte
}

// viewOf returns the view of a text as spell reads it, or nil if nothing in it is
// disguised. It stands until the next call with the same work.
func viewOf(text []byte, spell *speller, work *viewWork) *view {
	return work.viewWithin(text, within{spell: spell})
}

// again returns the view of its text after something in it was covered, which hides
// disguises and makes no new ones.
func (v *view) again(text []byte, spell *speller, work *viewWork) *view {
	work.parts = append(work.parts[:0], v.windows...)
	return work.viewWithin(text, within{spell, work.parts})
}

func (work *viewWork) viewWithin(text []byte, in within) *view {
	v, spell := &work.view, in.spell
	v.reset()
	v.source, v.windows = text, appendWindows(v.windows[:0], text, in)
	if len(v.windows) == 0 {
		return nil
	}
	a, b, spare := &work.levels[0], &work.levels[1], &work.levels[2]
	spell.field = field{}
	for _, d := range []*decoded{a, b, spare} {
		d.spell = speller{colours: spell.colours, inner: true}
	}
	for i := range v.windows {
		w := &v.windows[i]
		a.reset()
		a.spell.inner = false
		a.decodeStretch(text, w.start, w.end)
		a.spell.inner = true
		for level := 1; level < maxLevels && a.decodeAgain(b, spare); level++ {
			a, b = b, a
		}
		v.text = append(v.text, windowGap...)
		w.at, w.edit = len(v.text), len(v.edits)
		for _, e := range a.edits {
			v.edits = append(v.edits, e.moved(w.at))
		}
		v.text = append(v.text, a.text...)
		w.atEnd, w.editEnd = len(v.text), len(v.edits)
	}
	return v
}

// inSource turns findings of the view into findings of the source. Those are
// left out which begin outside a core, or overlap one that begins after it, or which
// the end of a window cuts. That the text cannot be searched holds for all of the source.
func (v *view) inSource(found []core.Finding) []core.Finding {
	if i := slices.IndexFunc(found, func(f core.Finding) bool { return f.Kind == core.Unscannable }); i >= 0 {
		found[i].Start, found[i].End = 0, len(v.source)
		return found[i : i+1]
	}
	v.lookBeyond(found)
	kept := found[:0]
	for _, f := range found {
		w := v.windowAt(f.Start)
		start, end := v.sourceStart(f.Start), v.sourceEnd(f.End)
		if start < w.coreStart || start >= w.coreEnd || f.End > w.beyond || f.End == w.atEnd && end < len(v.source) && v.source[end] > ' ' {
			continue
		}
		if f.Plain == "" && v.isEdited(f.Start, f.End) {
			f.Plain = norm.NFC.String(string(v.text[f.Start:f.End]))
		}
		f.Start, f.End = start, end
		kept = append(kept, f)
	}
	return kept
}

// lookBeyond notes where the first finding after each core begins.
func (v *view) lookBeyond(found []core.Finding) {
	for i := range v.windows {
		v.windows[i].beyond = len(v.text)
	}
	for _, f := range found {
		if w := v.windowAt(f.Start); v.sourceStart(f.Start) >= w.coreEnd {
			w.beyond = min(w.beyond, f.Start)
		}
	}
}

// windowAt returns the window that the decoded byte at x is part of.
func (v *view) windowAt(x int) *window {
	i := sort.Search(len(v.windows), func(i int) bool { return v.windows[i].at > x })
	return &v.windows[i-1]
}

// fromSource turns findings of the source that begin in a core into findings of
// the view.
func (v *view) fromSource(found []core.Finding) []core.Finding {
	var out []core.Finding
	for _, f := range found {
		w := v.coreAt(f.Start)
		if w == nil || f.End > w.end {
			continue
		}
		edits := decoded{edits: v.edits[w.edit:w.editEnd]}
		f.Start, f.End = edits.decodedStart(f.Start), edits.decodedEnd(f.End)
		out = append(out, f)
	}
	return out
}

// coreAt returns the window in whose core the source's byte at x stands, or nil.
func (v *view) coreAt(x int) *window {
	i := sort.Search(len(v.windows), func(i int) bool { return v.windows[i].coreStart > x })
	if i == 0 || x >= v.windows[i-1].coreEnd {
		return nil
	}
	return &v.windows[i-1]
}

// gluedByte is a byte of a text that is to be another one for a while.
type gluedByte struct {
	at int
	c  byte
}

// glue makes letters and digits that are disguised letters and digits for what
// stands beside them: "ana" in ma&ntilde;ana is no word. A nil view leaves the text as
// it is, and so does work.unglue, which gives it back.
func (v *view) glue(m *masked, work *viewWork) {
	work.glued = work.glued[:0]
	if v == nil {
		return
	}
	put := func(end int, as string) {
		for i := range len(as) {
			work.glued = append(work.glued, gluedByte{end - len(as) + i, as[i]})
		}
	}
	for i := range v.edits {
		e := &v.edits[i]
		if r, _ := utf8.DecodeRune(v.text[e.at:e.end()]); e.length == 0 || e.width < 2 || isOverlay(r) {
			continue
		}
		spelled := v.text[e.at:e.end()]
		if (wordBeginsAt(spelled, 0) || numberBegins(v.text, e.at)) && gluesBack(m.text, e) {
			mark := markOf(spelled[0])
			put(e.src+len(mark), mark)
		}
		if wordEndsAt(spelled, len(spelled)) && gluesOn(m.text, e.srcEnd()) {
			put(e.srcEnd(), markOf(spelled[len(spelled)-1]))
		} else if string(spelled) == "." {
			put(e.srcEnd(), ".") // of a domain
		} else if e.divides(m.text) && !wordEndsAt(spelled, len(spelled)) {
			put(e.srcEnd(), " ")
		}
	}
	m.own()
	for i := range work.glued {
		work.glued[i].exchange(m.text)
	}
}

func (g *gluedByte) exchange(text []byte) { text[g.at], g.c = g.c, text[g.at] }

// unglue gives the text back as it was.
func (work *viewWork) unglue(m *masked) {
	for i := range slices.Backward(work.glued) {
		work.glued[i].exchange(m.text)
	}
}

// masked returns the view as a text in which findings can be covered.
func (v *view) masked(work *viewWork) *masked {
	work.covered = append(work.covered[:0], v.text...)
	return &masked{text: work.covered, owned: true}
}

// divides says whether e spells more than one byte by letters or digits to its end,
// which are no part of what follows. A single byte may be a number beside one.
func (e *edit) divides(text []byte) bool {
	last := text[e.srcEnd()-1]
	return (isLetter(last) || isDigit(last)) && int(e.width) > hexEscape.width()
}

// gluesBack says whether what ends where e begins needs to be told that a disguise
// begins there. "=" may be a sign of its own before a value, if it spells but one
// letter or digit, and "%" too but after a word or a number.
func gluesBack(text []byte, e *edit) bool {
	i := e.src
	_, number := numberBefore(text, i)
	if text[i] == '=' {
		return int(e.width) > quotedPrintable.width() || quotedPrintable.inRun(text, i, e.srcEnd(), minSpelledRun)
	}
	return number || text[i] != '%' || i > 0 && isWordByte(text[i-1])
}

// gluesOn says whether what begins at i needs to be told that a disguise ends
// there: not where the disguise ends in a letter or a digit itself, but for a
// letter that follows, since names may follow digits.
func gluesOn(text []byte, i int) bool {
	last := text[i-1]
	return !isLetter(last) && !isDigit(last) || wordBeginsAt(text, i) && !isDigit(text[i])
}

// markOf returns what stands for a letter or a digit that is disguised: a letter
// that is no part of any number, since names may stand beside what is covered.
func markOf(c byte) string {
	switch {
	case isDigit(c) || c == '(' || c == '+':
		return string([]byte{gluedDigit})
	case isLetter(c) && !isLower(c):
		return "Ó"
	}
	return "ó"
}

// touchesRemoved says whether something invisible that was undone lies right
// beside a finding of the source that begins in a core.
func (v *view) touchesRemoved(f core.Finding) bool {
	w := v.coreAt(f.Start)
	if w == nil {
		return false
	}
	edits := v.edits[w.edit:w.editEnd]
	for i := firstEdit(edits, f.Start); i < len(edits) && edits[i].src <= f.End; i++ {
		e := &edits[i]
		if e.length == 0 && e.width > 0 && (e.srcEnd() == f.Start || e.src == f.End) {
			return true
		}
	}
	return false
}

// touches says whether a disguise lies beside one of the findings of the source, with no
// more between than the letters that a number begins or ends with, or its label. A nil view
// has no part in it.
func (v *view) touches(found []core.Finding) bool {
	for _, f := range found {
		if v == nil {
			return false
		}
		near := 1
		if wordEndsAt(v.source, f.Start) || wordBeginsAt(v.source, f.End) {
			near = maxCue
		}
		for i := firstEdit(v.edits, f.Start-near); i < len(v.edits) && v.edits[i].src <= f.End+near; i++ {
			if e := &v.edits[i]; e.srcEnd() <= f.Start || e.src >= f.End {
				return true
			}
		}
	}
	return false
}

// firstEdit returns the index of the first edit that ends at or after x in the
// source.
func firstEdit(edits []edit, x int) int {
	return sort.Search(len(edits), func(i int) bool { return edits[i].srcEnd() >= x })
}

// holdsAny says whether one of the findings of the source lies within a window, so
// that the window reads otherwise once it is covered. A nil view holds none.
func (v *view) holdsAny(found []core.Finding) bool {
	if v == nil {
		return false
	}
	for _, f := range found {
		i := sort.Search(len(v.windows), func(i int) bool { return v.windows[i].end > f.Start })
		if i < len(v.windows) && v.windows[i].start < f.End {
			return true
		}
	}
	return false
}

// unsettled says whether the view reads otherwise once the given findings of the
// source are covered: if it missed one, or if something invisible lies beside one,
// which is no longer within a value then. A nil view has no part in it.
func (v *view) unsettled(found []core.Finding, missed bool) bool {
	for _, f := range found {
		if v != nil && (missed && v.coreAt(f.Start) != nil || v.touchesRemoved(f)) {
			return true
		}
	}
	return false
}

// holdsColour says whether a terminal sequence was undone within a finding of the
// source.
func (v *view) holdsColour(f core.Finding) bool {
	text := v.source[f.Start:f.End]
	for i := range text {
		if text[i] == 0x1B || text[i] == '\\' {
			if d, _ := disguiseAt(v.source, f.Start+i, nil); d.colour {
				return true
			}
		}
	}
	return false
}
