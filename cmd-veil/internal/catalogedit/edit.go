// SPDX-License-Identifier: Apache-2.0

package catalogedit

import (
	"bytes"
	"slices"
	"strings"
)

// edit puts a text in the place of the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// apply makes the edits, which do not overlap.
func apply(text []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, text[at:e.start]...), e.text...)
		at = e.end
	}
	return append(out, text[at:]...)
}

// appended is the edit that adds entries behind the last one.
func (c *catalogue) appended(fresh []string) edit {
	if c.json {
		return c.appendedJSON(fresh)
	}
	text, eol, at := string(c.text), c.lineEnd(), len(c.text)
	switch {
	case strings.HasSuffix(text, "\n") || strings.TrimPrefix(text, "\ufeff") == "":
		return edit{at, at, strings.Join(fresh, eol) + eol}
	default: // the file's last line has no end, and so it stays
		return edit{at, at, eol + strings.Join(fresh, eol)}
	}
}

// lineEnd is how the catalogue ends its lines.
func (c *catalogue) lineEnd() string {
	if first := bytes.IndexByte(c.text, '\n'); first > 0 && c.text[first-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// appendedJSON separates the entries as the last ones are.
func (c *catalogue) appendedJSON(fresh []string) edit {
	n := len(c.entries)
	if n == 0 {
		at := bytes.IndexByte(c.text, '[') + 1
		return edit{at, at, strings.Join(fresh, ", ")}
	}
	between := ", "
	if n > 1 {
		between = string(c.text[c.entries[n-2].End:c.entries[n-1].Start])
	} else if before := c.text[bytes.IndexByte(c.text, '[')+1 : c.entries[0].Start]; len(before) > 0 {
		between = "," + string(before)
	}
	at := c.entries[n-1].End
	return edit{at, at, between + strings.Join(fresh, between)}
}

// without is the edit that takes out the entry with index i; first is the first that
// stays. Of a JSON array's comma signs the one before the element goes with it, and the
// one behind where no element stays before.
func (c *catalogue) without(i, first int) edit {
	e := c.entries[i]
	switch {
	case c.json && 0 <= first && first < i:
		return edit{c.entries[i-1].End, e.End, ""}
	case c.json && i+1 < len(c.entries):
		return edit{e.Start, c.entries[i+1].Start, ""}
	}
	if next := bytes.IndexByte(c.text[e.End:], '\n'); !c.json && next >= 0 {
		return edit{e.Start, e.End + next + 1, ""}
	}
	return edit{e.Start, e.End, ""}
}
