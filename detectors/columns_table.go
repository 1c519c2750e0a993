// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// maxHeader is the length of the longest line that may be a header, in bytes.
const maxHeader = 2048

// boxBar stands for U+2502, U+2503 and U+2506, which draw the columns of some tables,
// side by side in those of Polars and of Rich.
const boxBar = 0xE2

// The last bytes of them.
const boxBarEnd, heavyBarEnd, dottedBarEnd = 0x82, 0x83, 0x86

// table reads the tables of a text: comma- or tab-separated values, Markdown, and
// what data base shells print. The header is the first line that can be one since
// an empty line or one without a delimiter, or the line above a rule. Behind one empty
// line it stands for as many columns as before.
type table struct {
	line, end int  // the line that is being read
	inBlock   bool // it is not the first of its block
	above     span // the line above it in the block
	delimiter byte // of the header; 0 for no header
	heads     heads
	next      heads // of the line that may be a header
	cell      cell
	single    single
	width     int  // the column of the header that is last
	resumed   bool // an empty line stands between the header and the line
	narrow    bool // the line has other columns than the header, behind an empty line
	measured  bool // narrow is known
}

// header returns the header over the value at i, or an empty span.
func (t *table) header(text []byte, i int) span {
	if t.end == 0 {
		t.enter(text, 0)
	}
	for {
		// A line end that a value took in is none.
		for t.end < len(text) && t.end < i && text[t.end] != '\n' {
			t.end = lineEndAfter(text, t.end)
		}
		if i <= t.end {
			break
		}
		t.leave(text)
		t.enter(text, t.end+1)
	}
	if t.delimiter == 0 || i < t.line {
		return span{}
	}
	t.read(text, i)
	head := t.cell.over(&t.heads, i)
	if head.end > head.start && (t.resumed && !t.isAsWide(text) || t.single.is && !t.single.takes(text, span{t.line, t.end})) {
		return span{}
	}
	return head
}

func (t *table) enter(text []byte, i int) {
	t.line, t.end = i, lineEndAfter(text, i)
	t.cell = cell{at: i, content: -1}
	t.measured = false
}

// lineEndAfter returns the position of the first line end at or after i, or
// len(text).
func lineEndAfter(text []byte, i int) int {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

// leave judges the line that was read: it ends a block, is a header, a rule, or a
// row.
func (t *table) leave(text []byte) {
	line := span{t.line, t.end}
	switch trimmed := bytes.TrimSpace(text[line.start:min(line.end, line.start+maxHeader)]); {
	case len(trimmed) == 0:
		if t.resumed || t.single.is || t.delimiter != ',' && t.delimiter != ';' && t.delimiter != '\t' {
			t.delimiter = 0
		}
		t.inBlock, t.resumed, t.above = false, t.delimiter != 0, span{}
	case isRule(trimmed):
		t.takeHeader(text, t.above, true)
		t.above = span{}
	default:
		if t.delimiter != 0 && !t.isRow(text, trimmed) {
			t.delimiter = 0
		}
		if t.delimiter == 0 {
			t.takeHeader(text, line, false)
		}
		t.inBlock, t.resumed, t.above = true, false, line
	}
}

// isRow says whether the line that was read is a row of the table.
func (t *table) isRow(text, trimmed []byte) bool {
	switch {
	case t.single.is:
		ok, filled := isSingleRow(text[t.line:t.end])
		if filled {
			t.single.rows = 1
		}
		return ok && (t.delimiter == oneColumn || bytes.IndexByte(trimmed, t.delimiter) >= 0)
	case bytes.IndexByte(trimmed, t.delimiter) < 0:
		return false
	case t.resumed:
		_, ok := t.next.read(text, span{t.line, t.end}, t.delimiter)
		another := ok && t.next.areNames(text, t.delimiter, true)
		return t.isAsWide(text) && !another
	}
	return true
}

// isAsWide says whether the line has the columns of the header. It is asked of a line
// behind an empty one, and reads it once.
func (t *table) isAsWide(text []byte) bool {
	if !t.measured {
		c := cell{at: t.line, content: -1}
		for c.at < t.end {
			c.step(text, t.delimiter)
		}
		t.measured, t.narrow = true, c.column != t.width
	}
	return !t.narrow
}

// isRule says whether a line is a rule between the rows of a table.
func isRule(line []byte) bool {
	return bytes.IndexByte([]byte("|+-:=\xE2"), line[0]) >= 0 && len(bytes.Trim(line, "|+-:= ─│┌┐└┘├┤┬┴┼═╪╞╡┆┃━┏┓┗┛┡┩┢┪┣┫┳┻╇╈╋")) == 0
}

// takeHeader makes a line the header, if it can be one. A rule may stand below it.
func (t *table) takeHeader(text []byte, line span, ruled bool) {
	if line.end-line.start > maxHeader {
		return
	}
	delimiter := delimiterOf(text[line.start:line.end])
	first := !t.inBlock
	if delimiter == 0 {
		delimiter = oneColumn
	}
	lone := isSingleHeader(text[line.start:line.end], delimiter, first)
	if delimiter == oneColumn && !lone {
		return
	}
	h := &t.next
	width, ok := h.read(text, line, delimiter)
	if !ok {
		return
	}
	lone = lone && h.names(text) == 1
	if (lone || h.areNames(text, delimiter, first)) && h.cued(text) {
		t.delimiter, t.heads, t.width = delimiter, *h, width
		t.single = single{is: lone, plain: delimiter == oneColumn && !ruled && !isQuoted(text[line.start:line.end])}
	}
}

// read reads the names of columns from a line. It says which column is the last, and
// whether all is what may stand in names.
func (h *heads) read(text []byte, line span, delimiter byte) (width int, ok bool) {
	h.count = 0
	c := cell{at: line.start, content: -1}
	for start := line.start; start < line.end; {
		from, column := c.at, c.column
		for from < line.end && c.column == column {
			if from = c.at; from == line.end {
				break
			}
			if !isHeadByte(text[from]) && delimiterAt(text, from, delimiter) == 0 {
				return 0, false
			}
			c.step(text, delimiter)
		}
		h.add(span{start, from})
		start = c.at
	}
	return c.column, true
}

// names counts the cells in which something stands.
func (h *heads) names(text []byte) int {
	n := 0
	for _, head := range h.cells[:h.count] {
		if len(bytes.Trim(text[head.start:head.end], cellFrame)) > 0 {
			n++
		}
	}
	return n
}

// areNames says whether the cells can be the names of columns: two or more with
// letters and none a number. With commas or semicolons they are no sentence, and
// below another line no list either.
func (h *heads) areNames(text []byte, delimiter byte, first bool) bool {
	words, apart, phrases := 0, false, false
	for _, head := range h.cells[:h.count] {
		raw := text[head.start:head.end]
		name := bytes.Trim(raw, cellFrame)
		switch {
		case len(name) == 0:
			continue
		case digitsEnd(name, 0) == len(name):
			return false
		}
		words++
		apart = apart || raw[0] == ' '
		phrases = phrases || bytes.IndexByte(name, ' ') >= 0
	}
	if delimiter == ',' || delimiter == ';' {
		return words > 1 && (!apart || !phrases) && (first || !apart)
	}
	return words > 1
}

// cued says whether a cue of any kind is among the headers.
func (h *heads) cued(text []byte) bool {
	for _, head := range h.cells[:h.count] {
		for words := range cueSets {
			if cueWithin(text[:head.end], head.start, words) {
				return true
			}
		}
	}
	return false
}

// delimiterOf returns what divides the cells of a line, or 0.
func delimiterOf(line []byte) byte {
	for at := 0; at < len(line); at++ {
		n := bytes.IndexByte(line[at:], boxBar)
		if n < 0 {
			break
		}
		if at += n; delimiterAt(line, at, boxBar) > 0 {
			return boxBar
		}
	}
	for _, c := range []byte("\t|;,") {
		if bytes.IndexByte(line, c) >= 0 {
			return c
		}
	}
	return 0
}

// delimiterAt returns the width of the delimiter at i, or 0.
func delimiterAt(text []byte, i int, delimiter byte) int {
	if text[i] != delimiter {
		return 0
	}
	if delimiter != boxBar {
		return 1
	}
	if i+2 >= len(text) || text[i+1] != 0x94 {
		return 0
	}
	switch text[i+2] {
	case boxBarEnd, heavyBarEnd, dottedBarEnd:
		return len("│")
	}
	return 0
}

// read reads the row up to i.
func (t *table) read(text []byte, i int) {
	for t.cell.at < i {
		t.cell.step(text, t.delimiter)
	}
}

// step reads one byte of a row, or a delimiter. A cell may stand in quotation
// marks, in which a delimiter is text.
func (c *cell) step(text []byte, delimiter byte) {
	b := text[c.at]
	width := delimiterAt(text, c.at, delimiter)
	switch {
	case c.quote != 0 && b == c.quote:
		c.quote = 0
	case c.quote == 0 && width > 0:
		c.next()
		c.at += width
		return
	case c.quote == 0 && b == '"' && (c.content < 0 || text[c.at-1] == '"'):
		c.quote = b
	case c.content < 0 && !isCellFrame(b) && !isTextMark(text, c.at):
		c.content = c.at
	}
	c.at++
}
