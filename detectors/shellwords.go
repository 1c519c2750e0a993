// SPDX-License-Identifier: Apache-2.0

package detectors

import "strings"

// shellCommand is one simple command of a shell text.
type shellCommand struct {
	words []string // without quotes; assignments and the name first
	files []string // targets of redirections
	texts []string // here-documents and here-strings
	roles []role   // of the words; set by who looks at them

	here        bool // it has a here-document, maybe unread
	piped       bool // its output goes to the next command
	substituted bool // its output goes to a process substitution
	opens       bool // it is the first in parentheses
	defines     bool // it begins the definition of a function
}

// shellText is a shell text taken apart. It is no parser: it knows words,
// quotes, separators and redirections, which is enough to see the paths that a
// text names.
type shellText struct {
	commands []*shellCommand
	nested   []nestedText
}

// nestedText is a command or process substitution.
type nestedText struct {
	text string
	of   *shellCommand
	word int // the index of the word that it stands in, or -1
}

// inText says whether it stands in a word that is text.
func (n nestedText) inText() bool {
	return n.word >= 0 && n.word < len(n.of.roles) && n.of.roles[n.word] != isPath
}

// splitShell takes text apart, in time linear in its length. An open quote
// runs to the end.
func splitShell(text string) shellText {
	l := shellLexer{text: text, cur: &shellCommand{}}
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
	cur    *shellCommand
	word   []byte
	open   bool // a word has begun, maybe an empty one
	quoted bool // a part of it was quoted
	next   target
	here   []hereDocument // begun on this line
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
	case '|':
		l.pipe()
	case ';', ')':
		l.endCommand()
	case '(':
		l.endWord()
		l.cur.defines = l.peek(')') && len(l.cur.words) > 0 && !isAssignment(l.cur.words[0])
		l.endCommand()
		l.cur.opens = true
	case '<', '>':
		l.redirect(c)
	case '#':
		if l.open {
			l.letter(c)
			break
		}
		l.comment()
	default:
		if c != '$' || !l.dollar() {
			l.letter(c)
		}
	}
}

// pipe reads what follows "|".
func (l *shellLexer) pipe() {
	if l.peek('|') {
		l.at++
	} else {
		l.endWord()
		l.cur.piped = true
	}
	l.endCommand()
}

// dollar reads a substitution or the quotes that follow "$", and says whether
// there was one.
func (l *shellLexer) dollar() bool {
	switch {
	case l.peek('('):
		l.at++
		l.nest(l.parenthesis())
	case l.peek('\''):
		l.at++
		l.open, l.quoted = true, true
		l.ansiQuoted()
	case l.peek('"'):
		// The quotes are read as if the sign were not there.
	default:
		return false
	}
	return true
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

func (l *shellLexer) nest(text string) {
	l.open = true
	word := -1
	if l.next == toWord {
		word = len(l.cur.words)
	}
	l.out.nested = append(l.out.nested, nestedText{text, l.cur, word})
}

// redirect reads what follows "<" or ">".
func (l *shellLexer) redirect(c byte) {
	if l.peek('(') {
		l.at++
		l.cur.substituted = l.cur.substituted || c == '>'
		l.open = true
		l.out.nested = append(l.out.nested, nestedText{l.parenthesis(), l.cur, -1})
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
		l.cur.here = true
		l.here = append(l.here, hereDocument{w, l.quoted, l.cur})
	default:
		l.cur.words = append(l.cur.words, w)
	}
	l.word, l.open, l.quoted, l.next = l.word[:0], false, false, toWord
}

func (l *shellLexer) endCommand() {
	l.endWord()
	l.next = toWord
	if c := l.cur; len(c.words)+len(c.files)+len(c.texts) > 0 || c.here || c.piped {
		l.out.commands = append(l.out.commands, c)
	}
	l.cur = &shellCommand{}
}
