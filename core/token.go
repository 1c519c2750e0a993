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

// TokenSpan is a token, the half-open byte range where it stands, and how its
// brackets are written there.
type TokenSpan struct {
	Token      Token
	Start, End int
	Encoding   Encoding
}

// FindTokens appends the tokens in text to dst, in rising order and without
// overlap. It is the only recogniser of tokens: what hides and what restores
// use the same one. Only kinds of the closed list count, and a token is
// matched whole, never by a prefix. The cost is linear in len(text).
func FindTokens(dst []TokenSpan, text string) []TokenSpan {
	for s := (tokenScanner{text: text}); s.next(); {
		dst = append(dst, s.span)
	}
	return dst
}

// HasToken says whether text holds at least one token.
func HasToken(text string) bool {
	s := tokenScanner{text: text}
	return s.next()
}

// tokenScanner goes through the places where the first bracket of a token may
// stand, in rising order.
type tokenScanner struct {
	text string
	at   int
	// places are the next places of each of openings, or -1 for none; what is before
	// at is to be looked for.
	places [len(openings)]int
	span   TokenSpan
}

// openings are what the ways to write an opening bracket have in common.
var openings = [...]string{"[", "%5", "&#", "&l", "&L", "u005"}

// next goes on to the next token and says whether there is one.
func (s *tokenScanner) next() bool {
	for {
		i := s.candidate()
		if i < 0 {
			return false
		}
		s.at = i + 1
		if s.text[i] == '[' && (s.at == len(s.text) || s.text[s.at]-'A' > 'Z'-'A') {
			continue // most brackets end here
		}
		start := i
		for start > s.span.End && i-start < maxBackslashes && s.text[start-1] == '\\' {
			start--
		}
		for _, from := range []int{start, i} {
			if t, n := tokenAt(s.text[from:]); n > 0 {
				s.span = TokenSpan{t.token, from, from + n, t.encoding}
				s.at = s.span.End
				return true
			}
		}
	}
}

// candidate returns the next place of an opening bracket, or -1. Backslashes may
// stand before it.
func (s *tokenScanner) candidate() int {
	first := -1
	for k, opening := range openings {
		if last := s.places[k]; s.at == 0 || last >= 0 && last < s.at {
			s.places[k] = nextIndex(s.text, opening, s.at)
		}
		if c := s.places[k]; c >= 0 && (first < 0 || c < first) {
			first = c
		}
	}
	return first
}

// nextIndex returns where part is in text at or after from, or -1.
func nextIndex(text, part string, from int) int {
	i := strings.Index(text[from:], part)
	if i < 0 {
		return -1
	}
	return from + i
}

// The bounds of the grammar, so that a scan never looks far ahead.
const (
	maxKindLen   = 16
	minDigits    = 3
	maxDigits    = 6
	maxFormValue = 1 << 20
)

// tokenText is a token as it is written.
type tokenText struct {
	token    Token
	encoding Encoding
}

// tokenAt reads a token at the beginning of text and returns its length in
// bytes, or 0 if none stands there.
func tokenAt(text string) (tokenText, int) {
	open := bracketAt(text, false)
	if open.width == 0 {
		return tokenText{}, 0
	}
	token, n := bodyAt(text[open.width:])
	if n == 0 {
		return tokenText{}, 0
	}
	n += open.width
	end := bracketAt(text[n:], true)
	if !end.closes(open) {
		return tokenText{}, 0
	}
	return tokenText{token, open.encoding}, n + end.width
}

// bodyAt reads what stands between the brackets.
func bodyAt(text string) (Token, int) {
	i := 0
	for i < len(text) && i < maxKindLen && 'A' <= text[i] && text[i] <= 'Z' {
		i++
	}
	kind := Kind(text[:i])
	if i >= len(text) || text[i] != '-' || !kind.InToken() {
		return Token{}, 0
	}
	i++
	number, n := digits(text[i:], maxDigits)
	leading := n > 0 && text[i] == '0'
	i += n
	if n < minDigits || number == 0 || n > minDigits && leading {
		return Token{}, 0
	}
	form := 1
	if i < len(text) && text[i] == '.' {
		i++
		form, n = digits(text[i:], maxDigits)
		if n == 0 || text[i] == '0' || form < 2 || form > maxFormValue {
			return Token{}, 0
		}
		i += n
	}
	return Token{kind, number, form}, i
}

// digits reads at most limit decimal digits and returns their value and count.
func digits(text string, limit int) (value, n int) {
	for n < len(text) && n < limit && '0' <= text[n] && text[n] <= '9' {
		value = value*10 + int(text[n]-'0')
		n++
	}
	return value, n
}
