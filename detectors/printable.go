// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"sort"
	"unicode/utf8"
)

// minPrintable is the shortest stretch of text that is read within binary data,
// in characters: shorter values are there by chance.
const minPrintable = minWithin

// printable is the text within binary data: names in a certificate, the tags of
// a picture, the rows of a database. One stretch does not reach into the next.
type printable struct {
	text      []byte
	stretches []stretch
}

// stretch is one piece of text, unbroken.
type stretch struct {
	at   int // where it begins in the text
	from int // where it begins in the data
	wide int // how many bytes of data a byte of text takes: 2 in UTF-16
}

// partEnd stands between two stretches.
const partEnd = "\x00\n"

// readPrintable collects the stretches of UTF-8 and, for the Latin alphabet, of
// UTF-16.
func readPrintable(data []byte) printable {
	var p printable
	for i := 0; i < len(data); {
		if c := data[i]; !isTextByte(c) && !isStringTag(c) && c < utf8.RuneSelf {
			i++
			continue
		}
		if end := taggedEnd(data, i); end > i {
			p.add(data, stretch{from: i + 2, wide: 1}, end)
			i = end
			continue
		}
		if end := wideEnd(data, i); end > i {
			p.add(data, stretch{from: i, wide: 2}, end)
			if end > len(data) || data[end-1] != 0 {
				p.add(data, stretch{from: i, wide: 2}, end-2)
			}
			i = end
			continue
		}
		end := narrowEnd(data, i)
		if end-i >= minPrintable && utf8.RuneCount(data[i:end]) >= minPrintable {
			p.add(data, stretch{from: i, wide: 1}, end)
		}
		i = max(end, i+1)
	}
	return p
}

// add takes a stretch in, which ends at end.
func (p *printable) add(data []byte, s stretch, end int) {
	s.at = len(p.text)
	p.stretches = append(p.stretches, s)
	for i := s.from; i < end; i += s.wide {
		p.text = append(p.text, data[i])
	}
	p.text = append(p.text, partEnd...)
}

// taggedEnd returns the end of the string in DER (ITU-T X.690) whose tag stands
// at i, or i if none does. The tag that follows a string is often a digit.
func taggedEnd(data []byte, i int) int {
	if i+1 >= len(data) || !isStringTag(data[i]) {
		return i
	}
	start := i + 2
	end := start + int(data[i+1])
	if end-start < minPrintable || end > len(data) || narrowEnd(data[:end], start) < end {
		return i
	}
	return end
}

// isStringTag says whether c is the tag of a UTF8String, NumericString,
// PrintableString, TeletexString or IA5String.
func isStringTag(c byte) bool { return c == 0x0C || c == 0x12 || c == 0x13 || c == 0x14 || c == 0x16 }

// narrowEnd returns the end of the text in UTF-8 at i.
func narrowEnd(data []byte, i int) int {
	for i < len(data) {
		if c := data[i]; c < utf8.RuneSelf {
			if !isTextByte(c) {
				return i
			}
			i++
			continue
		}
		r, width := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError || !isWordRune(r) {
			return i
		}
		i += width
	}
	return i
}

// wideEnd returns the end of the text in UTF-16 at i, or i if it is too short.
// In big endian the last character has no NUL behind it; in little endian what
// follows is none, so readPrintable reads the text without it too.
func wideEnd(data []byte, i int) int {
	end := i
	for end+1 < len(data) && isTextByte(data[end]) && data[end+1] == 0 {
		end += 2
	}
	if end > i && i > 0 && data[i-1] == 0 && end < len(data) && isTextByte(data[end]) {
		end += 2
	}
	if end-i < 2*minPrintable {
		return i
	}
	return end
}

// place returns where a byte of the text stands in the data.
func (p printable) place(at int) int {
	i := sort.Search(len(p.stretches), func(i int) bool { return p.stretches[i].at > at }) - 1
	return p.stretches[i].from + (at-p.stretches[i].at)*p.stretches[i].wide
}
