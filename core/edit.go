// SPDX-License-Identifier: Apache-2.0

package core

import "strings"

// Edit replaces one half-open byte range of a text.
type Edit struct {
	Start, End int
	New        string
}

// ApplyEdits returns text with the edits done. They must be in rising order
// and must not overlap.
func ApplyEdits(text string, edits []Edit) string {
	if len(edits) == 0 {
		return text
	}
	size := len(text)
	for _, e := range edits {
		size += len(e.New) - (e.End - e.Start)
	}
	var b strings.Builder
	b.Grow(max(size, 0))
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// composeEdits returns the edits that do both: first on a text, then on its
// result. It fails if then touches what first wrote.
func composeEdits(first, then []Edit) (composed []Edit, ok bool) {
	shift := 0 // how much longer the text has become so far
	for len(then) > 0 {
		e := then[0]
		if len(first) == 0 || e.End <= first[0].Start+shift {
			composed = append(composed, Edit{e.Start - shift, e.End - shift, e.New})
			then = then[1:]
			continue
		}
		f := first[0]
		if e.Start < f.Start+shift+len(f.New) {
			return nil, false
		}
		composed = append(composed, f)
		shift += len(f.New) - (f.End - f.Start)
		first = first[1:]
	}
	return append(composed, first...), true
}
