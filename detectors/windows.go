// SPDX-License-Identifier: Apache-2.0

package detectors

// How far the effect of a disguise reaches. Digits count nothing and what is
// covered counts as one byte, so that the numbers between a cue and a value do
// not matter, found or not.
const (
	// coreBefore is how far before a disguise a value may begin that it is
	// part of.
	coreBefore = 64
	// coreAfter is how far after a disguise a value may begin that has its cue
	// there: the reach of a cue, and its length.
	coreAfter = 80
	// padding is what is decoded besides, on each side, for the cues of the
	// first value and the rest of the last one.
	padding = 96
	// maxValue is longer than any value without blanks: an e-mail address
	// (RFC 5321, section 4.5.3.1). It bounds the walk to the next blank.
	maxValue = 320
)

// window is a stretch of a text with disguises in it. What begins in its core
// is found in the decoded window, what begins elsewhere in the text itself.
type window struct {
	start, end         int // in the source
	coreStart, coreEnd int
	at, atEnd          int // in the decoded text
	edit, editEnd      int // its edits: indices
	beyond             int // in the decoded text: where the first finding after the core begins
}

// within is a search for disguises in a text, or in parts of it.
type within struct {
	spell *speller
	parts []window // their cores; nil for the whole text
}

// next is [speller.next] for the parts.
func (in *within) next(text []byte, i int) (int, disguise) {
	if in.parts == nil {
		return in.spell.next(text, i)
	}
	for len(in.parts) > 0 {
		part := in.parts[0]
		if i < part.coreEnd {
			at, found := in.spell.next(text[:min(len(text), part.coreEnd+maxDisguise)], max(i, part.coreStart))
			if at < part.coreEnd {
				return at, found
			}
		}
		in.parts = in.parts[1:]
	}
	return len(text), disguise{}
}

// appendWindows appends the windows of a text to dst, in rising order. Their cores do not
// touch; a window may reach into the next one.
func appendWindows(dst []window, text []byte, in within) []window {
	at, found := in.next(text, 0)
	if at == len(text) {
		return dst
	}
	w := window{coreStart: walkBack(text, at, coreBefore, 0)}
	for {
		last := at + found.width
		at, found = in.next(text, last)
		if at < len(text) && at-last <= coreAfter {
			continue
		}
		w.coreEnd = walkOn(text, last, coreAfter, at)
		if at < len(text) {
			next := walkBack(text, at, coreBefore, w.coreEnd)
			if next <= w.coreEnd {
				continue
			}
			dst = append(dst, w.padded(text))
			w = window{coreStart: next}
			continue
		}
		return append(dst, w.padded(text))
	}
}

// padded returns w with its ends.
func (w window) padded(text []byte) window {
	w.start = walkBack(text, w.coreStart, padding, 0)
	w.end = walkOn(text, w.coreEnd, padding, len(text))
	return w
}

// walkBack returns where so many bytes before i begin, and the run of bytes
// without a blank that stands there; not before limit.
func walkBack(text []byte, i, left, limit int) int {
	for ; i > limit && left > 0; i-- {
		if c := text[i-1]; !isDigit(c) && (!isMark(c) || i == len(text) || !isMark(text[i])) {
			left--
		}
	}
	for end := max(limit, i-maxValue); i > end && text[i-1] > ' '; {
		i--
	}
	return i
}

// walkOn is walkBack for what follows i.
func walkOn(text []byte, i, left, limit int) int {
	for ; i < limit && left > 0; i++ {
		if c := text[i]; !isDigit(c) && (!isMark(c) || i == 0 || !isMark(text[i-1])) {
			left--
		}
	}
	for end := min(limit, i+maxValue); i < end && text[i] > ' '; {
		i++
	}
	return i
}
