// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// How far the field of a form is read for its key, the local part of an address (RFC
// 5321, section 4.5.3.1.1), and a telephone number each of whose digits is an escape, in
// bytes.
const (
	maxField     = 256
	maxLocalPart = 64
	maxDialled   = 128
)

// field is where a form's field was read up to, and whether it is one. Each sign is read
// once, however many stand in a field.
type field struct {
	end int
	is  bool
}

// plusBlank says whether the "+" at i stands for a blank, as forms and queries have it
// (WHATWG URL, application/x-www-form-urlencoded): in a field, or in a run of letters that
// spells one of them by percent. In an address it is itself.
func (s *speller) plusBlank(text []byte, i int) bool {
	return spelledBeside(text, i) || !s.inner && s.field.takes(text, i)
}

// takes says whether the "+" at i divides two words in the value of a field.
func (f *field) takes(text []byte, i int) bool {
	if !dividesWords(text, i) {
		return false
	}
	if i < f.end {
		*f = field{}
	}
	end := max(f.end, i-maxField)
	at := i
	for at > end && isFieldByte(text[at-1]) {
		at--
	}
	switch {
	case at > end:
		f.is = text[at-1] == '=' && keyEndsAt(text, at-1)
	case at > f.end || at == 0:
		f.is = false // its key is too far, or there is none
	}
	f.end = i
	return f.is && !inLocalPart(text, i+1) && !dials(text, i)
}

// dividesWords says whether the "+" at i may divide two words.
func dividesWords(text []byte, i int) bool {
	if i == 0 || i+1 >= len(text) {
		return false
	}
	before, after := text[i-1], text[i+1]
	return (isWordByte(before) || bytes.IndexByte([]byte(".,:;)"), before) >= 0) &&
		(isWordByte(after) || after == '%' || after == '(')
}

// isFieldByte says whether c may stand in the value of a field as programs write it. What
// is covered may.
func isFieldByte(c byte) bool {
	return fieldBytes[c]
}

var fieldBytes = func() (set [1 << 8]bool) {
	for c := range set {
		set[c] = isWordByte(byte(c)) || bytes.IndexByte([]byte("+%.,:;-_*~/()@'!$"), byte(c)) >= 0
	}
	return set
}()

// keyEndsAt says whether the key of a field ends at i: behind "?" or "&", or else one that
// is a cue. Sums in source have neither: a=600+123+456.
func keyEndsAt(text []byte, i int) bool {
	start := i
	for start > max(0, i-maxCue) && isKeyByte(text[start-1]) {
		start--
	}
	if start == i {
		return false
	}
	if start > 0 {
		switch c := text[start-1]; {
		case c == '?' || c == '&' || c == ';' && bytes.HasSuffix(text[:start], []byte("&amp;")):
			return true
		case c > ' ' && c != '"' && c != '\'':
			return false
		}
	}
	for words := range cueSets {
		if words != quantityCues && cueWithin(text[:i], start, words) {
			return true
		}
	}
	return false
}

func isKeyByte(c byte) bool {
	return isLabelLetter(c) || isDigit(c) || bytes.IndexByte([]byte("_-.[]%"), c) >= 0
}

// inLocalPart says whether what stands at i may be part of the name before the "@" of an
// address: ana+news@clinica.es.
func inLocalPart(text []byte, i int) bool {
	for end := min(len(text), i+maxLocalPart); i < end; i++ {
		switch c := text[i]; {
		case c == '@' || c == '%' && bytes.HasPrefix(text[i:], []byte("%40")):
			return true
		case !isWordByte(c) && bytes.IndexByte([]byte("+%.-_"), c) < 0 || isMark(c):
			return false
		}
	}
	return false
}

// dials says whether the "+" at i is before a telephone number with the code of a country,
// whose digits may be disguised.
func dials(text []byte, i int) bool {
	if isLetter(text[i+1]) {
		return false
	}
	var plain decoded
	plain.spell.inner = true
	plain.decodeStretch(text, i, min(len(text), i+maxDialled))
	_, ok := readAbroad(plain.text, 0, 1)
	return ok
}

// spelledBeside says whether the "+" at i stands in a run of letters that spells one of
// them by percent.
func spelledBeside(text []byte, i int) bool {
	const reach = 32
	if i == 0 || i+1 >= len(text) || !isLetter(text[i+1]) && text[i+1] != '%' ||
		bytes.IndexByte(text[max(0, i-reach):min(len(text), i+reach)], '%') < 0 {
		return false
	}
	spelled := false
	at := i + 1
	for ; at < min(len(text), i+reach) && isFormByte(text[at]); at++ {
		spelled = spelled || isSpelledLetter(text[at:])
	}
	for at = i; at > max(0, i-reach) && isFormByte(text[at-1]); at-- {
		spelled = spelled || isSpelledLetter(text[at-1:])
	}
	return spelled && at < i
}

func isFormByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '%' || c == '+' }

// isSpelledLetter says whether b begins with a byte outside ASCII by percent.
func isSpelledLetter(b []byte) bool {
	return len(b) > 2 && b[0] == '%' && isHex(b[1]) && hexDigit(b[1]) >= 0xC && isHex(b[2])
}

// opensField says whether a "+" behind one of the findings, which are covered, has become
// the blank of a field: what they were had a blank itself.
func (v *view) opensField(text []byte, found []core.Finding) bool {
	for _, f := range found {
		at := f.End
		for at < min(len(text), f.End+maxField) && text[at] != '+' && isFieldByte(text[at]) {
			at++
		}
		var from field
		if at < len(text) && text[at] == '+' && !v.reads(at) && from.takes(text, at) {
			return true
		}
	}
	return false
}

// reads says whether the sign of the source at x was read as another one.
func (v *view) reads(x int) bool {
	i := firstEdit(v.edits, x+1)
	return i < len(v.edits) && v.edits[i].src <= x && v.edits[i].width > 0
}
