// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

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
	if bytes.IndexByte(text, '[') < 0 {
		return m
	}
	for _, t := range core.FindTokens(nil, string(text)) {
		m.cover(t.Start, t.End, t.Token.Kind)
	}
	return m
}

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

func beginsAsNumber(k core.Kind) bool {
	switch k {
	case core.DNI, core.Tel, core.Tarjeta, core.NSS:
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
