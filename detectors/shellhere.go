// SPDX-License-Identifier: Apache-2.0

package detectors

import "strings"

type hereDocument struct {
	delimiter string
	quoted    bool
	of        *shellCommand
}

// readHereDocuments reads the bodies of those which began on the line before.
func (l *shellLexer) readHereDocuments() {
	for _, h := range l.here {
		body := l.hereBody(h.delimiter)
		h.of.texts = append(h.of.texts, body)
		if !h.quoted {
			inner := shellLexer{text: body, cur: h.of, next: toHereDocument}
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
