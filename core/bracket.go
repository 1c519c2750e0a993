// SPDX-License-Identifier: Apache-2.0

package core

import "strings"

// Encoding is how the brackets of a token are written. A model copies a token into
// a URL or a string literal as it copies any other text, and what is put back must
// then be written in the same way.
type Encoding uint8

const (
	// Unencoded brackets are "[" and "]".
	Unencoded Encoding = iota
	// PercentEncoded brackets are %5B and %5D (RFC 3986, section 2.1).
	PercentEncoded
	// EntityEncoded brackets are HTML character references: &#91;, &#x5b;, &lsqb;,
	// &lbrack; and their closing counterparts.
	EntityEncoded
	// JSONEncoded brackets are \u005b and \u005d, after any number of backslashes.
	JSONEncoded
	// Escaped brackets have backslashes before them, as in Markdown and in regular
	// expressions.
	Escaped
)

// The characters that have a meaning in regular expressions, and in patterns of file
// names. A backslash before one makes it stand for itself.
const (
	regexpSigns = `\.+*?()|[]{}^$`
	globSigns   = `\*?[]{}`
)

// maxBackslashes bounds the backslashes before a bracket: three nested JSON texts.
const maxBackslashes = 8

// bracket is one opening or closing bracket of a token.
type bracket struct {
	encoding Encoding
	width    int // in bytes
	slashes  int // before it
}

// bracketAt reads an opening or closing bracket at the beginning of text. Its width
// is 0 if none stands there.
func bracketAt(text string, closing bool) bracket {
	plain, digit := byte('['), byte('b')
	if closing {
		plain, digit = ']', 'd'
	}
	if text == "" {
		return bracket{}
	}
	switch text[0] {
	case plain:
		return bracket{Unencoded, 1, 0}
	case '%':
		if len(text) > 2 && text[1] == '5' && text[2]|0x20 == digit {
			return bracket{PercentEncoded, 3, 0}
		}
	case '&':
		return bracket{EntityEncoded, entityWidth(text, closing), 0}
	case '\\':
		n := 1
		for n < len(text) && n < maxBackslashes && text[n] == '\\' {
			n++
		}
		rest := text[n:]
		if rest != "" && rest[0] == plain {
			return bracket{Escaped, n + 1, n}
		}
		if len(rest) > 4 && rest[0] == 'u' && rest[1:4] == "005" && rest[4]|0x20 == digit {
			return bracket{JSONEncoded, n + 5, n}
		}
	}
	return bracket{}
}

// entityWidth returns the length of a character reference for a bracket, or 0.
func entityWidth(text string, closing bool) int {
	names := []string{"&#91;", "&#091;", "&#x5b;", "&#X5b;", "&lsqb;", "&lbrack;"}
	if closing {
		names = []string{"&#93;", "&#093;", "&#x5d;", "&#X5d;", "&rsqb;", "&rbrack;"}
	}
	for _, name := range names {
		if len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
			return len(name)
		}
	}
	return 0
}

// closes says whether b closes what open opened.
func (b bracket) closes(open bracket) bool {
	return b.width > 0 && b.encoding == open.encoding && b.slashes == open.slashes
}

// encode writes a value as its place demands. signs are those that a pattern takes for
// more than themselves; none if the place is no pattern.
func (e Encoding) encode(value, signs string) string {
	switch e {
	case PercentEncoded:
		return percentEncode(value)
	case EntityEncoded:
		return entityReplacer().Replace(value)
	case JSONEncoded:
		if text, ok := appendQuoted(nil, value); ok {
			return string(text)
		}
	case Unencoded, Escaped:
		return Backslashed(value, signs)
	}
	return value
}

// percentEncode writes every byte but the unreserved ones of RFC 3986 as %XX.
func percentEncode(value string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(value) {
		switch c := value[i]; {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c == '-', c == '.', c == '_', c == '~':
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		}
	}
	return b.String()
}

func entityReplacer() *strings.Replacer {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
}

// Backslashed returns a text with a backslash before each of the characters.
func Backslashed(text, characters string) string {
	if !strings.ContainsAny(text, characters) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		if strings.IndexByte(characters, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
