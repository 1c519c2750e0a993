// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// htmlTable reads the tables of HTML, whose columns have their names in the first row.
// Attributes and line ends may stand anywhere, and the tags that end a cell or a row may
// be left out.
type htmlTable struct {
	at      int  // up to where the text is read
	tag     int  // where the tag that is read begins, and one more; 0 for none
	inRows  bool // the first row was read
	inCell  bool
	column  int // of the cell; -1 before the first one of a row
	start   int // of the text of the cell
	content int // where something else than tags stands in the cell; -1 for nowhere yet
	heads   heads
}

// header returns the name of the column that the value at i stands in, or an empty
// span.
func (h *htmlTable) header(text []byte, i int) span {
	for h.at < i {
		if h.tag == 0 {
			h.readText(text[:i])
			continue
		}
		n := bytes.IndexByte(text[h.at:i], '>')
		if n < 0 {
			h.at = i
			break
		}
		end := h.at + n
		open := h.tag - 1
		h.at, h.tag = end+1, 0
		// What begins no tag may stand before: "a < b".
		open += bytes.LastIndexByte(text[open:end], '<')
		h.take(text[open+1:end], open, end+1)
	}
	if h.tag != 0 || !h.inCell || !h.inRows || h.content >= 0 || h.column >= h.heads.count {
		return span{}
	}
	return h.heads.cells[h.column]
}

// readText goes on to the next tag.
func (h *htmlTable) readText(text []byte) {
	n := bytes.IndexByte(text[h.at:], '<')
	end := len(text)
	if n >= 0 {
		end = h.at + n
		h.tag = end + 1
	}
	for ; h.inCell && h.content < 0 && h.at < end; h.at++ {
		if !isCellFrame(text[h.at]) {
			h.content = h.at
		}
	}
	h.at = end
}

// take goes on behind a tag, which stands between start and end.
func (h *htmlTable) take(tag []byte, start, end int) {
	tag = bytes.TrimPrefix(tag, []byte(`\`)) // in a string: <\/td>
	closes := len(tag) > 0 && tag[0] == '/'
	if closes {
		tag = tag[1:]
	}
	switch {
	case isTag(tag, "table"):
		h.inRows, h.inCell, h.column, h.heads.count = false, false, -1, 0
	case isTag(tag, "tr"):
		h.endCell(start)
		h.inRows, h.column = h.heads.count > 0, -1
	case isTag(tag, "td") || isTag(tag, "th"):
		h.endCell(start)
		if !closes {
			h.inCell, h.column, h.start, h.content = true, h.column+1, end, -1
		}
	}
}

// endCell ends the cell that is open. Those of the first row are the names.
func (h *htmlTable) endCell(at int) {
	if h.inCell && !h.inRows {
		h.heads.add(span{h.start, at})
	}
	h.inCell = false
}

// isTag says whether a tag has the name.
func isTag(tag []byte, name string) bool {
	return len(tag) >= len(name) && bytes.EqualFold(tag[:len(name)], []byte(name)) &&
		(len(tag) == len(name) || !isLetter(tag[len(name)]) && !isDigit(tag[len(name)]))
}
