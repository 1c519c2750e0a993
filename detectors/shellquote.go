// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

func (l *shellLexer) escape() {
	if l.at >= len(l.text) {
		return
	}
	if c := l.text[l.at]; c != '\n' {
		l.letter(c)
		l.quoted = true
	}
	l.at++
}

// until returns the text up to the closing character and steps over it.
func (l *shellLexer) until(end byte) string {
	rest := l.text[l.at:]
	n := strings.IndexByte(rest, end)
	if n < 0 {
		l.at = len(l.text)
		return rest
	}
	l.at += n + 1
	return rest[:n]
}

func (l *shellLexer) doubleQuoted() {
	for l.at < len(l.text) {
		c := l.text[l.at]
		l.at++
		switch {
		case c == '"':
			return
		case c == '\\':
			l.escape()
		case c == '`':
			l.nest(l.until('`'))
		case c == '$' && l.peek('('):
			l.at++
			l.nest(l.parenthesis())
		default:
			l.word = append(l.word, c)
		}
	}
}

// parenthesis returns the text up to the closing parenthesis and steps over it.
func (l *shellLexer) parenthesis() string {
	start, depth := l.at, 1
	for l.at < len(l.text) {
		c := l.text[l.at]
		l.at++
		switch c {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				return l.text[start : l.at-1]
			}
		case '\\':
			l.at++
		case '\'':
			l.until('\'')
		}
	}
	l.at = len(l.text)
	return l.text[start:]
}

// ansiQuoted reads a word part in $'...', up to its quote.
func (l *shellLexer) ansiQuoted() {
	for l.at < len(l.text) {
		c := l.text[l.at]
		if l.at++; c == '\'' {
			return
		}
		l.ansiLetter(c)
	}
}

// ansiLetter reads one character, which stands right before, or one escape.
func (l *shellLexer) ansiLetter(c byte) {
	if c == '\\' && l.at < len(l.text) {
		l.ansiEscape()
	} else {
		l.word = append(l.word, c)
	}
}

// ansiText returns w with its escapes read as in $'...'.
func ansiText(w string) string {
	l := shellLexer{text: w}
	for l.at < len(l.text) {
		l.at++
		l.ansiLetter(l.text[l.at-1])
	}
	return string(l.word)
}

// ansiEscape reads what follows a backslash in $'...'.
func (l *shellLexer) ansiEscape() {
	c := l.text[l.at]
	l.at++
	switch c {
	case 'x':
		l.word = append(l.word, byte(l.number(2, 16)))
	case 'u':
		l.word = utf8.AppendRune(l.word, rune(l.number(4, 16)))
	case 'U':
		l.word = utf8.AppendRune(l.word, rune(l.number(8, 16)))
	case '0', '1', '2', '3', '4', '5', '6', '7':
		l.at--
		l.word = append(l.word, byte(l.number(3, 8)))
	default:
		if i := strings.IndexByte("abefnrtv", c); i >= 0 {
			c = "\a\b\x1b\f\n\r\t\v"[i]
		}
		l.word = append(l.word, c)
	}
}

// number reads at most so many digits to a base.
func (l *shellLexer) number(digits, base int) uint64 {
	n := uint64(0)
	for range digits {
		if l.at == len(l.text) {
			break
		}
		d, err := strconv.ParseUint(l.text[l.at:l.at+1], base, 8)
		if err != nil {
			break
		}
		n = n*uint64(base) + d
		l.at++
	}
	return n
}
