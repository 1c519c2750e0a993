// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"strings"
)

// Token is the pseudonym written in place of a value:
//
//	token  = "[" kind "-" number [ "." form ] "]"
//	number = three to six digits, zero-padded: 001 .. 999, 1000 .. 999999
//	form   = 2, 3, ..; absent for the first spelling
//
// Number identifies the value within a session and kind. Form identifies one
// of its spellings; 1 is the first and is not written.
type Token struct {
	Kind   Kind
	Number int
	Form   int
}

// MaxNumber is the highest number that a token can carry.
const MaxNumber = 999999

// String renders the token as it stands in text.
func (t Token) String() string {
	if t.Form > 1 {
		return fmt.Sprintf("[%s-%03d.%d]", t.Kind, t.Number, t.Form)
	}
	return fmt.Sprintf("[%s-%03d]", t.Kind, t.Number)
}

// TokenSpan is a token and the half-open byte range where it stands.
type TokenSpan struct {
	Token      Token
	Start, End int
}

// FindTokens appends the tokens in text to dst, in rising order and without
// overlap. It is the only recogniser of tokens: what hides and what restores
// use the same one. Only kinds of the closed list count, and a token is
// matched whole, never by a prefix. The cost is linear in len(text).
func FindTokens(dst []TokenSpan, text string) []TokenSpan {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			return dst
		}
		at += i
		tok, n := tokenAt(text[at:])
		if n == 0 {
			at++
			continue
		}
		dst = append(dst, TokenSpan{tok, at, at + n})
		at += n
	}
}

// HasToken says whether text holds at least one token.
func HasToken(text string) bool {
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			return false
		}
		at += i
		if _, n := tokenAt(text[at:]); n > 0 {
			return true
		}
	}
}

// The bounds of the grammar, so that a scan never looks far ahead.
const (
	maxKindLen   = 16
	minDigits    = 3
	maxDigits    = 6
	maxFormValue = 1 << 20
)

// tokenAt reads a token at the beginning of text and returns its length in
// bytes, or 0 if none stands there.
func tokenAt(text string) (Token, int) {
	i := 1
	for i < len(text) && i <= maxKindLen && 'A' <= text[i] && text[i] <= 'Z' {
		i++
	}
	kind := Kind(text[1:i])
	if i >= len(text) || text[i] != '-' || !kind.InToken() {
		return Token{}, 0
	}
	i++
	number, n := digits(text[i:], maxDigits)
	leading := n > 0 && text[i] == '0'
	i += n
	if n < minDigits || number == 0 || (n > minDigits && leading) || i >= len(text) {
		return Token{}, 0
	}
	form := 1
	if text[i] == '.' {
		i++
		form, n = digits(text[i:], maxDigits)
		if n == 0 || text[i] == '0' || form < 2 || form > maxFormValue {
			return Token{}, 0
		}
		i += n
	}
	if i >= len(text) || text[i] != ']' {
		return Token{}, 0
	}
	return Token{kind, number, form}, i + 1
}

// digits reads at most limit decimal digits and returns their value and count.
func digits(text string, limit int) (value, n int) {
	for n < len(text) && n < limit && '0' <= text[n] && text[n] <= '9' {
		value = value*10 + int(text[n]-'0')
		n++
	}
	return value, n
}
