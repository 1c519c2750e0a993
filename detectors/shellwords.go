// SPDX-License-Identifier: Apache-2.0

package detectors

import "strings"

// shellCommand is one simple command of a shell text.
type shellCommand struct {
	words []string // without quotes; assignments and the name first
	files []string // targets of redirections
	texts []string // here-documents and here-strings
}

// shellText is a shell text taken apart. It is no parser: it knows words,
// quotes, separators and redirections, which is enough to see the paths that a
// text names.
type shellText struct {
	commands []shellCommand
	nested   []string // command and process substitutions
}

// splitShell takes text apart, in time linear in its length. An open quote
// runs to the end.
func splitShell(text string) shellText {
	l := shellLexer{text: text}
	for l.at < len(l.text) {
		l.step()
	}
	l.endCommand()
	return l.out
}

// target says what the next word is.
type target uint8

const (
	toWord target = iota
	toFile
	toHereString
	toHereDocument
)

type shellLexer struct {
	text   string
	at     int
	out    shellText
	cur    shellCommand
	word   []byte
	open   bool // a word has begun, maybe an empty one
	quoted bool // a part of it was quoted
	next   target
	here   []hereDocument // begun on this line
}

type hereDocument struct {
	delimiter string
	quoted    bool
}

// step reads one character, one quoted part or one operator.
func (l *shellLexer) step() {
	c := l.text[l.at]
	l.at++
	switch c {
	case '\\':
		l.escape()
	case '\'':
		l.open, l.quoted = true, true
		l.word = append(l.word, l.until('\'')...)
	case '"':
		l.open, l.quoted = true, true
		l.doubleQuoted()
	case '`':
		l.nest(l.until('`'))
	case ' ', '\t', '\r':
		l.endWord()
	case '\n':
		l.endCommand()
		l.readHereDocuments()
	case '&':
		if l.peek('>') {
			break // &> redirects
		}
		l.endCommand()
	case ';', '|', '(', ')':
		l.endCommand()
	case '<', '>':
		l.redirect(c)
	case '#':
		if l.open {
			l.letter(c)
			break
		}
		l.comment()
	default:
		if c == '$' && l.peek('(') {
			l.at++
			l.nest(l.parenthesis())
			break
		}
		l.letter(c)
	}
}

// comment steps over the rest of the line.
func (l *shellLexer) comment() {
	if end := strings.IndexByte(l.text[l.at:], '\n'); end >= 0 {
		l.at += end
	} else {
		l.at = len(l.text)
	}
}

func (l *shellLexer) letter(c byte) {
	l.word = append(l.word, c)
	l.open = true
}

func (l *shellLexer) peek(c byte) bool { return l.at < len(l.text) && l.text[l.at] == c }

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

func (l *shellLexer) nest(text string) {
	l.open = true
	l.out.nested = append(l.out.nested, text)
}

// redirect reads what follows "<" or ">".
func (l *shellLexer) redirect(c byte) {
	if l.peek('(') {
		l.at++
		l.nest(l.parenthesis())
		return
	}
	l.endWord()
	l.next = toFile
	rest := l.text[l.at:]
	switch {
	case c == '<' && strings.HasPrefix(rest, "<<"):
		l.at += 2
		l.next = toHereString
	case c == '<' && strings.HasPrefix(rest, "<"):
		l.at++
		if l.peek('-') {
			l.at++
		}
		l.next = toHereDocument
	case strings.HasPrefix(rest, ">"), strings.HasPrefix(rest, "|"), strings.HasPrefix(rest, "&"):
		l.at++
	}
}

func (l *shellLexer) endWord() {
	if !l.open {
		return
	}
	w := string(l.word)
	switch l.next {
	case toFile:
		l.cur.files = append(l.cur.files, w)
	case toHereString:
		l.cur.texts = append(l.cur.texts, w)
	case toHereDocument:
		l.here = append(l.here, hereDocument{w, l.quoted})
	default:
		l.cur.words = append(l.cur.words, w)
	}
	l.word, l.open, l.quoted, l.next = l.word[:0], false, false, toWord
}

func (l *shellLexer) endCommand() {
	l.endWord()
	l.next = toWord
	if len(l.cur.words)+len(l.cur.files)+len(l.cur.texts) > 0 {
		l.out.commands = append(l.out.commands, l.cur)
	}
	l.cur = shellCommand{}
}

// readHereDocuments reads the bodies of those which began on the line before,
// and gives them to the line's last command.
func (l *shellLexer) readHereDocuments() {
	for _, h := range l.here {
		body := l.hereBody(h.delimiter)
		if n := len(l.out.commands); n > 0 {
			l.out.commands[n-1].texts = append(l.out.commands[n-1].texts, body)
		}
		if !h.quoted {
			inner := shellLexer{text: body}
			inner.doubleQuotedAll()
			l.out.nested = append(l.out.nested, inner.out.nested...)
		}
	}
	l.here = nil
}

// doubleQuotedAll reads the whole text as if it stood in double quotes.
func (l *shellLexer) doubleQuotedAll() {
	for l.at < len(l.text) {
		l.doubleQuoted()
	}
}

// hereBody returns the lines up to the delimiter and steps over it.
func (l *shellLexer) hereBody(delimiter string) string {
	start := l.at
	for line := range strings.Lines(l.text[start:]) {
		l.at += len(line)
		if strings.TrimSpace(line) == delimiter {
			return l.text[start : l.at-len(line)]
		}
	}
	return l.text[start:]
}
