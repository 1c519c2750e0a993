// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"unicode"
)

// What may stand between two words of a name: few separators, and one line end
// with an indentation and the marks of a comment or a quotation after it.
const (
	maxNameGap     = 4 // separators; a tab that is escaped counts as one
	maxIndentation = 8 // blanks after a line end
	maxQuoteMarks  = 3 // >>>, ///, /**
)

// gap is what stands between two words of a name.
type gap struct {
	next  int  // where the next word begins
	comma bool // there is a comma
	line  bool // a line ends
}

// nameGap reads the gap that begins at i. It fails if no word follows.
func nameGap(text []byte, i int) (g gap, ok bool) {
	g.next = i
	if n := apostropheAt(text, i); n > 0 {
		g.next += n
		return g, nameWordAt(text, g.next)
	}
	for range maxNameGap {
		n := separatorAt(text, g.next)
		if n == 0 {
			break
		}
		g.comma = g.comma || text[g.next] == ','
		g.next += n
	}
	if n := lineEndAt(text, g.next); n > 0 {
		g.line = true
		g.next = indentationEnd(text, diffMarkEnd(text, g.next+n))
	}
	return g, nameWordAt(text, g.next)
}

// nameWordAt says whether a letter or a digit stands at i.
func nameWordAt(text []byte, i int) bool {
	if i >= len(text) {
		return false
	}
	if isDigit(text[i]) {
		return true
	}
	f, width := foldAt(text, i)
	return width > 0 && !f.skip
}

// separatorAt returns the width of the separator at i, or 0. What is hidden
// counts as one.
func separatorAt(text []byte, i int) int {
	if i < len(text) {
		switch text[i] {
		case '.', '-', '_', ',', '&':
			return 1
		case '\\':
			if n := escapedAmpersand(text, i); n > 0 {
				return n
			}
		}
	}
	n, _ := nameBlankAt(text, i)
	return n
}

// escapedAmpersand returns the width of \u0026 at i, or 0: JSON that may stand in
// HTML has every ampersand so.
func escapedAmpersand(text []byte, i int) int {
	if at := afterBackslashes(text, i); at > i && bytes.HasPrefix(text[at:], []byte("u0026")) {
		return at + len("u0026") - i
	}
	return 0
}

// nameBlankAt returns the width of the blank at i, or 0: space, tab, escaped tab,
// the blanks of other widths, or what is hidden.
func nameBlankAt(text []byte, i int) (width int, hidden bool) {
	if i >= len(text) {
		return 0, false
	}
	switch c := text[i]; {
	case c == ' ' || c == '\t':
		return 1, false
	case c == '\\':
		if n := escapedBlank(text, i); n > 0 && text[i+n-1] == 't' {
			return n, false
		}
		return 0, false
	case c < 0x80:
		return 0, false
	}
	r, width := decodeRune(text, i)
	switch {
	case isHidden(r):
		return width, true
	case unicode.Is(unicode.Zs, r):
		return width, false
	}
	return 0, false
}

// lineEndAt returns the width of the line end at i, or 0: CR, LF or both, as they
// are or escaped.
func lineEndAt(text []byte, i int) int {
	end := i
	for _, c := range [2][2]byte{{'\r', 'r'}, {'\n', 'n'}} {
		if end < len(text) && text[end] == c[0] {
			end++
		} else if n := escapedBlank(text, end); n > 0 && text[end+n-1] == c[1] {
			end += n
		}
	}
	return end - i
}

// diffMarkEnd returns the end of the sign of a diff that stands at i, or i. With one blank
// behind it, it is that of a list, whose items are apart.
func diffMarkEnd(text []byte, i int) int {
	if i+1 >= len(text) || text[i] != '+' && text[i] != '-' || text[i+1] == ' ' && blanksEnd(text, i+1, 2) == i+2 {
		return i
	}
	return i + 1
}

// indentationEnd returns the end of the indentation at i, with the marks of a
// comment or a quotation.
func indentationEnd(text []byte, i int) int {
	for range maxQuoteMarks {
		i = blanksEnd(text, i, maxIndentation)
		if i >= len(text) || !isQuoteMark(text[i]) {
			break
		}
		i++
	}
	return blanksEnd(text, i, maxIndentation)
}

func blanksEnd(text []byte, i, limit int) int {
	for range limit {
		n, _ := nameBlankAt(text, i)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

func isQuoteMark(c byte) bool {
	switch c {
	case '>', '/', '#', '*', '|':
		return true
	}
	return false
}

// apostropheAt returns the width of the apostrophe at i, as in O'Brien, or 0.
func apostropheAt(text []byte, i int) int {
	if i < len(text) && text[i] == '\'' {
		return 1
	}
	if i < len(text) && text[i] >= 0x80 {
		if r, width := decodeRune(text, i); r == '’' {
			return width
		}
	}
	return 0
}
