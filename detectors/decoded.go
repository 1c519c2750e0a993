// SPDX-License-Identifier: Apache-2.0

package detectors

import "sort"

// maxLevels is how many encodings within each other are undone: percent in JSON
// in HTML, with digits of another form.
const maxLevels = 4

// maxDisguise is longer than any disguise and what must be seen behind it, in
// bytes.
const maxDisguise = 256

// edit is one place where a decoded text differs from its source: width bytes
// of the source from src on stand for length bytes from at on.
type edit struct {
	at, src int
	width   int32
	length  int32
}

func (e *edit) end() int    { return e.at + int(e.length) }
func (e *edit) srcEnd() int { return e.src + int(e.width) }

// decoded is a stretch of a text with its disguises undone, and the places
// where it differs, in rising order. The first edit is where the stretch begins.
type decoded struct {
	text  []byte
	edits []edit
	spell speller
}

func (d *decoded) reset() { d.text, d.edits = d.text[:0], d.edits[:0] }

// decodeStretch appends what source[start:end] stands for to d. A disguise that
// begins in the stretch is read whole.
func (d *decoded) decodeStretch(source []byte, start, end int) {
	d.edits = append(d.edits, edit{at: len(d.text), src: start})
	source = source[:min(len(source), end+maxDisguise)] // the rest is for others to look through
	for start < end {
		next, found := d.spell.next(source, start)
		d.appendPlain(source, start, min(next, end))
		if next >= end {
			return
		}
		d.appendSpelled(found, next)
		start = next + found.width
	}
}

// appendSpelled appends what a disguise at src stands for. In a run of look-alike
// letters each stands for itself, so that a value may begin within the run.
func (d *decoded) appendSpelled(found disguise, src int) {
	n := len(found.out)
	if n > 1 && found.width == 2*n && isASCII(string(found.out)) {
		for i := range n {
			d.edits = append(d.edits, edit{len(d.text) + i, src + 2*i, 2, 1})
		}
	} else {
		d.edits = append(d.edits, edit{len(d.text), src, int32(found.width), int32(n)})
	}
	d.text = append(d.text, found.out...)
}

// appendPlain appends bytes that are not disguised.
func (d *decoded) appendPlain(source []byte, start, end int) {
	d.text = append(d.text, source[start:end]...)
}

// decodeAgain undoes the disguises in d once more, into next, which it
// overwrites. It says whether there were any. It uses the memory of spare.
func (d *decoded) decodeAgain(next, spare *decoded) bool {
	if at, _ := d.spell.next(d.text, 0); at == len(d.text) {
		return false
	}
	spare.reset()
	spare.decodeStretch(d.text, 0, len(d.text))
	next.reset()
	next.text, spare.text = spare.text, next.text
	next.compose(d, spare.edits[1:])
	return true
}

// compose appends the edits that lead to the source of inner, where outer leads
// to inner.
func (d *decoded) compose(inner *decoded, outer []edit) {
	k, shift := 0, 0
	for _, o := range outer {
		for k < len(inner.edits) && inner.edits[k].end() <= o.src {
			d.edits = append(d.edits, inner.edits[k].moved(shift))
			k++
		}
		src, end := inner.sourceStart(o.src), o.srcEnd()
		for ; k < len(inner.edits) && inner.edits[k].at < end; k++ {
			// What is left of an edit that is only partly read again goes with it.
			if rest := inner.edits[k].end() - end; rest > 0 {
				o.length += int32(rest)
				end += rest
			}
		}
		d.edits = append(d.edits, edit{o.at, src, int32(inner.sourceEnd(end) - src), o.length})
		shift = o.end() - end
	}
	for ; k < len(inner.edits); k++ {
		d.edits = append(d.edits, inner.edits[k].moved(shift))
	}
}

func (e edit) moved(by int) edit {
	e.at += by
	return e
}

// sourceStart returns where the byte at x comes from: the beginning of the disguise
// that it is part of.
func (d *decoded) sourceStart(x int) int {
	i := sort.Search(len(d.edits), func(i int) bool { return d.edits[i].at > x }) - 1
	e := &d.edits[i]
	if x < e.end() {
		return e.src
	}
	return e.srcEnd() + x - e.end()
}

// sourceEnd returns the end of what the byte before x comes from.
func (d *decoded) sourceEnd(x int) int {
	i := sort.Search(len(d.edits), func(i int) bool { return d.edits[i].at >= x }) - 1
	e := &d.edits[max(i, 0)]
	if x <= e.end() {
		return e.srcEnd()
	}
	return e.srcEnd() + x - e.end()
}

// decodedStart returns where what stands at x in the source begins.
func (d *decoded) decodedStart(x int) int {
	i := sort.Search(len(d.edits), func(i int) bool { return d.edits[i].src > x }) - 1
	e := &d.edits[max(i, 0)]
	if x < e.srcEnd() {
		return e.at
	}
	return e.end() + x - e.srcEnd()
}

// decodedEnd returns where what stands before x in the source ends.
func (d *decoded) decodedEnd(x int) int {
	i := sort.Search(len(d.edits), func(i int) bool { return d.edits[i].src >= x }) - 1
	e := &d.edits[max(i, 0)]
	if x <= e.srcEnd() {
		return e.end()
	}
	return e.end() + x - e.srcEnd()
}

// isEdited says whether a disguise was undone in a range.
func (d *decoded) isEdited(start, end int) bool {
	i := sort.Search(len(d.edits), func(i int) bool { return d.edits[i].end() > start })
	for ; i < len(d.edits) && d.edits[i].at < end; i++ {
		if d.edits[i].width > 0 {
			return true
		}
	}
	return false
}
