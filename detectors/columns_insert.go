// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// insert reads the rows of INSERT statements, whose columns have their names
// before the word VALUES.
type insert struct {
	upper, lower needle
	inside       bool // the rows of a statement are being read
	depth        int  // of parentheses
	heads        heads
	cell         cell
}

// The word before the rows of a statement, in the two ways that it is written.
const upperValues, lowerValues = "VALUES", "values"

// statementGap ends a statement whatever is open: empty lines, which also part the
// windows of a view, where a statement may be cut off.
const statementGap = "\n\n\n\n"

// header returns the name of the column that the value at i stands in, or an
// empty span.
func (n *insert) header(text []byte, i int) span {
	for n.cell.at < i {
		if n.inside && bytes.HasPrefix(text[n.cell.at:], []byte(statementGap)) {
			n.inside, n.cell = false, cell{at: n.cell.at + len(statementGap), content: -1}
		}
		if n.inside {
			n.step(text)
			continue
		}
		at := min(n.upper.find(text[:i], upperValues, n.cell.at), n.lower.find(text[:i], lowerValues, n.cell.at))
		n.cell = cell{at: min(at+len(upperValues), i), content: -1}
		n.inside, n.depth = at < i && n.takeNames(text, at), 0
	}
	if !n.inside || n.depth != 1 {
		return span{}
	}
	return n.cell.over(&n.heads, i)
}

// needle is where a word was last found.
type needle struct {
	at    int // where it stands
	upTo  int // there is none between at and here
	known bool
}

// find returns where the word begins first at or after from, or len(text). The
// text and from only grow, so that every byte is searched once.
func (n *needle) find(text []byte, word string, from int) int {
	if n.known && n.at >= from {
		return n.at
	}
	n.known = false
	from = max(from, n.upTo)
	if from < len(text) {
		if at := wordFrom(text, from, word); at < len(text) {
			n.at, n.known = at, true
			n.upTo = n.at + 1
			return n.at
		}
		n.upTo = max(from, len(text)-len(word)+1)
	}
	return len(text)
}

// wordFrom returns where the word begins first at or after i, or len(text). Where its
// first letter is a usual one, bytes.Index goes on byte by byte.
func wordFrom(text []byte, i int, word string) int {
	for {
		k := bytes.IndexByte(text[i:], word[0])
		if k < 0 {
			return len(text)
		}
		if i += k; begins(text[i:], word) {
			return i
		}
		i++
	}
}

// takeNames reads the names of the columns, in parentheses before i.
func (n *insert) takeNames(text []byte, i int) bool {
	for width := 1; width > 0 && i > 0; i -= width {
		width = 0
		if isCellFrame(text[i-1]) {
			width = 1
		} else if i > 1 && escapedBlank(text[:i], i-2) == 2 {
			width = 2
		}
	}
	if i == 0 || text[i-1] != ')' {
		return false
	}
	i--
	from := max(0, i-maxHeader)
	open := bytes.LastIndexByte(text[from:i], '(')
	if open < 0 {
		return false
	}
	n.heads.count = 0
	start := from + open + 1
	for at := start; at <= i; at++ {
		if at == i || text[at] == ',' {
			n.heads.add(span{start, at})
			start = at + 1
		} else if !isHeadByte(text[at]) && text[at] != '\\' {
			return false
		}
	}
	return true
}

// step reads one byte of the rows. The statement ends with what is neither a row
// nor a comma between two.
func (n *insert) step(text []byte) {
	c := &n.cell
	b := text[c.at]
	c.at++
	switch {
	case c.quote != 0 && b == c.quote:
		c.quote = 0
	case c.quote == '\'' && b == '\\':
		c.at++ // MySQL: \' is no end
	case c.quote != 0:
		if c.content < 0 && !isCellFrame(b) {
			c.content = c.at - 1
		}
	case n.depth == 0:
		// The statement may stand in a string, with its line ends escaped.
		n.inside = b == '(' || b == ',' || b == '\\' || b == 'n' || isCellFrame(b) && b != '"'
		if b == '(' {
			n.depth, c.column, c.content = 1, 0, -1
		}
	case b == '(':
		n.depth++
	case b == ')':
		n.depth--
	case b == ',' && n.depth == 1:
		c.next()
	case b == '\'' || b == '"':
		c.quote = b
	case c.content < 0 && !isCellFrame(b) && b != '\\':
		c.content = c.at - 1
	}
}
