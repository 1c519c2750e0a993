// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// oneColumn is the delimiter of a table that has one column and no frame: none
// stands within a line.
const oneColumn = '\n'

// The bounds of what a table with one column holds: bytes and words of its header,
// letters in a row within a cell.
const (
	maxSingleHeader = 96
	maxSingleWords  = 5
	maxRowLetters   = 4 // NULL
)

// singleFrame stands round the cell of a table with one column.
const singleFrame = " \t\r*`\"'|,;│┃┆"

// single is what is known of a table with one column, which prose and code resemble: its
// lines hold one cell each, which is like a value.
type single struct {
	is    bool
	plain bool // no frame and no rule is there: one row alone is no table
	rows  int  // how many were read, up to 1
}

// isSingleHeader says whether a line is the name of the only column of a table. A list
// in code has commas as well, but a line above.
func isSingleHeader(line []byte, delimiter byte, first bool) bool {
	trimmed := bytes.TrimSpace(line)
	if len(trimmed) == 0 || len(trimmed) > maxSingleHeader || (delimiter == ',' || delimiter == ';') && !first ||
		delimiter == '|' && trimmed[0] != '|' {
		return false
	}
	name := bytes.Trim(trimmed, singleFrame)
	words := 1
	for i, c := range name {
		switch {
		case c == ' ':
			words++
		case isLetter(c), c >= 0x80 && !isMark(c), c == '_':
		case i == 0 || !isDigit(c) && c != '.' && c != '-' && c != '/':
			return false
		}
	}
	return len(name) > 0 && words <= maxSingleWords
}

// isQuoted says whether a line stands in quotation marks.
func isQuoted(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 2 && line[0] == '"' && line[len(line)-1] == '"'
}

// takes says whether the value in a line that is not read to its end is in the table.
func (s *single) takes(text []byte, line span) bool {
	if ok, _ := isSingleRow(text[line.start:line.end]); !ok {
		return false
	}
	if !s.plain || s.rows > 0 || line.end == len(text) {
		return !s.plain || s.rows > 0
	}
	ok, filled := isSingleRow(text[line.end+1 : lineEndAfter(text, line.end+1)])
	return ok && filled
}

// isSingleRow says whether a line may be a row of a table with one column, and whether
// a number or what is covered stands there. All that a value is written with may stand
// there, so that the answer is the same if a token stands in its place.
func isSingleRow(line []byte) (ok, filled bool) {
	letters := 0
	for _, c := range bytes.Trim(line, singleFrame) {
		switch {
		case isMark(c) || isDigit(c):
			letters, filled = 0, true
		case isLetter(c) || c == latinLead:
			if letters++; letters > maxRowLetters {
				return false, false
			}
		case c >= 0x80 || bytes.IndexByte([]byte(" -./+()'_*`\""), c) >= 0:
			letters = 0
		default:
			return false, false
		}
	}
	return true, filled
}

// latinLead is the first byte of an accented letter of western languages.
const latinLead = 0xC3
