// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"slices"

	"github.com/veil-guard/veil/core"
)

// The bytes that cover a token or a finding in a masked text. Neither occurs
// in valid UTF-8. Both count as a letter beside a value; markNumber counts as
// a digit as well.
const (
	markNumber = 0xFE
	markWord   = 0xFF
)

// masked is a text in which tokens and findings are covered, byte for byte, so
// that nothing in them can be read and every offset stays. It copies the text
// when it first covers something.
type masked struct {
	text  []byte
	owned bool
}

// maskTokens covers the tokens in text.
func maskTokens(text []byte) *masked {
	m := &masked{text: text}
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '[')
		if i < 0 {
			return m
		}
		at += i
		head := text[at:min(at+longestToken, len(text))]
		if len(head) > 1 && head[1]-'A' <= 'Z'-'A' {
			for _, t := range core.FindTokens(nil, string(head)) {
				if t.Start == 0 {
					m.cover(at, at+t.End, t.Token.Kind)
				}
			}
		}
		at++
	}
}

// longestToken is the length of the longest token, in bytes: a kind of 16 letters,
// a number and a form of six digits.
const longestToken = len("[") + 16 + len("-") + 6 + len(".") + 6 + len("]")

// cover hides a range. Its two ends tell the neighbours what the kind looks
// like there, so that a value and its token have the same effect on them.
func (m *masked) cover(start, end int, kind core.Kind) {
	if !m.owned {
		m.text, m.owned = bytes.Clone(m.text), true
	}
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

func isMark(c byte) bool { return c >= markNumber }

// uncovered returns the findings of which neither end is covered in text.
func uncovered(found []core.Finding, text []byte) []core.Finding {
	return slices.DeleteFunc(found, func(f core.Finding) bool {
		return isMark(text[f.Start]) || isMark(text[f.End-1])
	})
}
