// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"
)

// maxColumns is how many columns of a table have a header that counts.
const maxColumns = 64

// span is a half-open byte range of a text.
type span struct{ start, end int }

// columns says what stands over a value, in the header of its column: in a table
// whose cells a delimiter divides, in one of HTML, or in the rows of an INSERT statement. It is
// asked from left to right and reads the text once.
type columns struct {
	table  table
	html   htmlTable
	insert insert
	asked  bool // something was read
}

// cued says whether the value at i is the first in its cell and the header of its
// column holds one of the words.
func (c *columns) cued(text []byte, i int, words cueWords) bool {
	return mayBeginCell(text, i) && c.headed(text, i, words)
}

// headed is cued by the headers alone.
func (c *columns) headed(text []byte, i int, words cueWords) bool {
	if !c.asked && i < fewBytes && isFirstLine(text[:i]) {
		return false
	}
	c.asked = true
	for _, head := range [...]span{c.table.header(text, i), c.html.header(text, i), c.insert.header(text, i)} {
		if head.end > head.start && cueWithin(text[:head.end], head.start, words) {
			return true
		}
	}
	return false
}

// fewBytes is how many are looked through at once for all that a header may stand in.
const fewBytes = 256

// isFirstLine says whether no line ends in the head of a text and no rows of a statement
// that names its columns, in brackets, or cells of HTML begin there, so that no header
// stands in it.
func isFirstLine(head []byte) bool {
	return bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '<') < 0 &&
		(bytes.IndexByte(head, ')') < 0 || wordFrom(head, 0, upperValues) == len(head) && wordFrom(head, 0, lowerValues) == len(head))
}

// mayBeginCell says whether a value at i may be the first in its cell, by what stands
// before it: so few are that the headers need not be read for the others.
func mayBeginCell(text []byte, i int) bool {
	for ; i > 0; i-- {
		switch c := text[i-1]; c {
		case ' ', '\r', '*', '`', '"', '\'', '\\':
		case '=':
			if !isTextMark(text, i-1) {
				return false
			}
		case '\t', '\n', '|', ';', ',', '(', ')', '>', boxBarEnd, heavyBarEnd, dottedBarEnd:
			return true
		default:
			return i > 1 && text[i-2] == '\\'
		}
	}
	return true
}

// heads are the headers of a table's columns.
type heads struct {
	cells [maxColumns]span
	count int
}

func (h *heads) add(cell span) {
	if h.count < maxColumns {
		h.cells[h.count] = cell
		h.count++
	}
}

// cell is a place in a row: what was read of the row up to there.
type cell struct {
	at      int  // up to where the row is read
	column  int  // in which column that is
	content int  // where the text of the cell begins; -1 if none was read yet
	quote   byte // the quotation mark that is open; 0 for none
}

// over returns the header over the value at i if the value is the first in its
// cell.
func (c *cell) over(h *heads, i int) span {
	if c.column < h.count && (c.content == i || c.content < 0 && i >= c.at) {
		return h.cells[c.column]
	}
	return span{}
}

// next goes on to the next cell.
func (c *cell) next() { c.column, c.content = c.column+1, -1 }

// isCellFrame says whether c may stand before the text of a cell: blanks, marks
// of Markdown, quotation marks.
func isCellFrame(c byte) bool { return strings.IndexByte(cellFrame, c) >= 0 }

const cellFrame = " \t\r\n*`\"'"

// isTextMark says whether the "=" at i makes a spreadsheet take the cell as text:
// ="612345678".
func isTextMark(text []byte, i int) bool {
	return text[i] == '=' && i+1 < len(text) && text[i+1] == '"'
}

// isHeadByte says whether c may stand in the names of columns. Code has more.
func isHeadByte(c byte) bool {
	return isLetter(c) || isDigit(c) || isCellFrame(c) || c >= 0x80 && !isMark(c) ||
		bytes.IndexByte([]byte("_-./()#[]"), c) >= 0
}
