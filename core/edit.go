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
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.WriteString(text[at:])
	return b.String()
}
