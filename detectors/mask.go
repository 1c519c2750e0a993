// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"slices"

	"github.com/veil-guard/veil/core"
)

// The bytes that cover a token or a finding in a masked text, and the one that stands for
// a digit in disguise. None occurs in valid UTF-8. All count as a letter beside a value;
// markNumber and gluedDigit count as a digit as well.
const (
	gluedDigit = 0xFD
	markNumber = 0xFE
	markWord   = 0xFF
)

// masked is a text in which tokens and findings are covered, byte for byte, so
// that nothing in them can be read and every offset stays. It copies the text
// when it first covers something.
type masked struct {
	text  []byte
	owned bool
	room  []byte // memory for the copy
}

// maskTokens begins with text, and covers the tokens in it. It says whether there are
// any whose brackets are encoded: those begin where disguises may.
func (m *masked) maskTokens(text []byte, s *survey) (encoded bool) {
	m.text, m.owned = text, false
	for _, i := range s.brackets {
		m.maskToken(text, i)
	}
	for i := s.triggers.next(0, len(text)); i < len(text); i = s.triggers.next(i+1, len(text)) {
		switch text[i] {
		case '%', '&':
		case '\\':
			i = afterBackslashes(text, i)
			if i == len(text) || text[i] != 'u' {
				continue
			}
		default:
			continue
		}
		encoded = m.maskToken(text, i) || encoded
	}
	return encoded
}

// maskToken covers the token whose opening bracket is at i, if there is one.
func (m *masked) maskToken(text []byte, i int) (found bool) {
	head := text[i:min(i+longestToken, len(text))]
	if len(head) == 1 || head[0] == '&' && head[1] != '#' && head[1]|0x20 != 'l' ||
		head[0] == '%' && head[1] != '5' || bytes.IndexByte(head, '-') < 0 {
		return false // nearly every bracket ends here
	}
	from := i
	for from > 0 && i-from < mostBackslashes && text[from-1] == '\\' {
		from--
	}
	for _, t := range core.FindTokens(nil, string(text[from:i+len(head)])) {
		if from+t.Start <= i && i < from+t.End {
			m.cover(from+t.Start, from+t.End, t.Token.Kind)
			found = true
		}
	}
	return found
}

// longestToken bounds the length of a token from its opening bracket on, in bytes:
// a kind of 16 letters, a number and a form of six digits, and encoded brackets.
const longestToken = len("&lbrack;") + 16 + len("-") + 6 + len(".") + 6 + mostBackslashes + len("&rbrack;")

// mostBackslashes is how many may stand before an encoded bracket.
const mostBackslashes = 8

// copiedAtOnce is how much of a text is copied at once, in bytes: what is copied in long
// pieces passes by the caches, and is to be read next.
const copiedAtOnce = 64 << 10

// own copies the text, once.
func (m *masked) own() {
	if !m.owned {
		m.room = slices.Grow(m.room[:0], len(m.text))[:len(m.text)]
		for at := 0; at < len(m.text); at += copiedAtOnce {
			copy(m.room[at:], m.text[at:min(at+copiedAtOnce, len(m.text))])
		}
		m.text, m.owned = m.room, true
	}
}

// cover hides a range. Its two ends tell the neighbours what the kind looks
// like there, so that a value and its token have the same effect on them.
func (m *masked) cover(start, end int, kind core.Kind) {
	m.own()
	for i := start; i < end; i++ {
		m.text[i] = markWord
	}
	if beginsAsNumber(kind) {
		m.text[start] = markNumber
	}
	if endsAsNumber(kind) {
		m.text[end-1] = markNumber
	}
}

// coverAll covers findings.
func (m *masked) coverAll(found []core.Finding) {
	for _, f := range found {
		m.cover(f.Start, f.End, f.Kind)
	}
}

// beginsAsNumber holds for an IBAN because a Spanish account code is one too. An
// IBAN that begins with letters is covered before any neighbour is looked at.
func beginsAsNumber(k core.Kind) bool {
	switch k {
	case core.DNI, core.IBAN, core.Tel, core.Tarjeta, core.NSS:
		return true
	}
	return false
}

func endsAsNumber(k core.Kind) bool {
	switch k {
	case core.IBAN, core.Tel, core.Tarjeta, core.NSS:
		return true
	}
	return false
}

func isMark(c byte) bool { return c >= gluedDigit }

// isCover says whether c covers a part of a token or of a finding.
func isCover(c byte) bool { return c >= markNumber }

// countsAsDigit says whether c is a digit, or stands for one.
func countsAsDigit(c byte) bool { return isDigit(c) || c-gluedDigit <= markNumber-gluedDigit }

// uncovered returns the findings of which neither end is covered in text.
func uncovered(found []core.Finding, text []byte) []core.Finding {
	return slices.DeleteFunc(found, func(f core.Finding) bool {
		return isMark(text[f.Start]) || isMark(text[f.End-1])
	})
}
