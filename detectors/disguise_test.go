// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// disguiser spells a text in another way that reads the same.
type disguiser struct {
	name string
	do   func(string) string
	// inFull says that single characters spelled so are not read: they stand in
	// code.
	inFull bool
}

// disguises lists ways to spell a value, each of them of every character that
// it can stand for. A value that it cannot change comes back as it is.
func disguises() []disguiser {
	return []disguiser{
		{"JSON escapes", eachRune(isAny, jsonEscape(`\`)), false},
		{"JSON escapes of what is not ASCII", eachRune(isWide, jsonEscape(`\`)), false},
		{"JSON in JSON in JSON", eachRune(isAny, jsonEscape(`\\\\`)), false},
		{"braces", eachRune(isAny, func(r rune) string { return fmt.Sprintf(`\u{%x}`, r) }), false},
		{"eight digits", eachRune(isAny, func(r rune) string { return fmt.Sprintf(`\U%08X`, r) }), false},
		{"bytes in hexadecimal", eachByte(isAny, `\x%02x`), false},
		{"bytes in octal", eachByte(isWide, `\%03o`), true},
		{"all bytes in octal", eachByte(isAny, `\%03o`), true},
		{"entities in decimal", eachRune(isAny, func(r rune) string { return fmt.Sprintf("&#%d;", r) }), false},
		{"entities with zeros", eachRune(isAny, func(r rune) string { return fmt.Sprintf("&#%07d;", r) }), false},
		{"entities in hexadecimal", eachRune(isAny, func(r rune) string { return fmt.Sprintf("&#x%X;", r) }), false},
		{"entities with names", eachRune(isAny, namedEntity), false},
		{"entities in entities", eachRune(isAny, func(r rune) string { return "&amp;" + namedEntity(r)[1:] }), false},
		{"percent", eachByte(isAny, "%%%02X"), false},
		{"percent as in URLs", eachByte(isURLEscaped, "%%%02X"), false},
		{"percent in lower case", eachByte(isAny, "%%%02x"), false},
		{"percent of percent", eachByte(isAny, "%%25%02X"), true},
		{"quoted-printable", eachByte(isAny, "=%02X"), true},
		{"quoted-printable as in mail", eachByte(isWide, "=%02X"), true},
		{"full width", eachRune(isAny, wideRune), false},
		{"mathematical digits", eachRune(isDigitRune, func(r rune) string { return string(0x1D7CE + r - '0') }), false},
		{"Arabic digits", eachRune(isDigitRune, func(r rune) string { return string(0x660 + r - '0') }), false},
		{"circled digits", eachRune(isDigitRune, func(r rune) string { return string([]rune("⓪①②③④⑤⑥⑦⑧⑨")[r-'0']) }), false},
		{"zero-width spaces", inserting("\u200b"), true},
		{"soft hyphens", inserting("\u00ad"), true},
		{"word joiners and selectors", inserting("\u2060\ufe0f"), true},
		{"look-alike letters", eachRune(isAny, func(r rune) string { return lookAlikeOf(r) }), false},
		{"entities in JSON", eachRune(isAny, func(r rune) string { return fmt.Sprintf(`\u0026#%d;`, r) }), false},
		{"full width in JSON", eachRune(isDigitRune, func(r rune) string { return jsonEscape(`\`)(0xFEE0 + r) }), false},
		{"decomposed", norm.NFD.String, true},
	}
}

// partly applies a disguise to every n-th character only.
func (d disguiser) partly(n int) disguiser {
	return disguiser{name: fmt.Sprintf("%s, one in %d", d.name, n), do: func(s string) string {
		var b strings.Builder
		i := 0
		for _, r := range s {
			if i++; i%n == 0 {
				b.WriteString(d.do(string(r)))
			} else {
				b.WriteRune(r)
			}
		}
		return b.String()
	}}
}

func eachRune(which func(rune) bool, spell func(rune) string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for _, r := range s {
			if which(r) {
				b.WriteString(spell(r))
			} else {
				b.WriteRune(r)
			}
		}
		return b.String()
	}
}

func eachByte(which func(rune) bool, format string) func(string) string {
	return eachRune(which, func(r rune) string {
		var b strings.Builder
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, format, c)
		}
		return b.String()
	})
}

func inserting(sign string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for i, r := range s {
			if i > 0 {
				b.WriteString(sign)
			}
			b.WriteRune(r)
		}
		return b.String()
	}
}

func isAny(r rune) bool  { return r > 0x1F }
func isWide(r rune) bool { return r > 0x7F }
func isURLEscaped(r rune) bool {
	return isAny(r) && r != '-' && r != '.' && r != '_' && !isASCIIWord(r)
}
func isDigitRune(r rune) bool { return '0' <= r && r <= '9' }
func isASCIIWord(r rune) bool { return r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

func jsonEscape(backslashes string) func(rune) string {
	return func(r rune) string {
		var b strings.Builder
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "%su%04x", backslashes, unit)
		}
		return b.String()
	}
}

func namedEntity(r rune) string {
	names := map[rune]string{'@': "commat", '.': "period", '_': "lowbar", '+': "plus", '\u00a0': "nbsp", '/': "sol", ',': "comma",
		'á': "aacute", 'é': "eacute", 'í': "iacute", 'ó': "oacute", 'ú': "uacute", 'ñ': "ntilde", 'Í': "Iacute", 'Ó': "Oacute", 'Ñ': "Ntilde"}
	if name := names[r]; name != "" {
		return "&" + name + ";"
	}
	return fmt.Sprintf("&#%d;", r)
}

func wideRune(r rune) string {
	switch {
	case r == ' ':
		return "\u3000"
	case '!' <= r && r <= '~':
		return string(r + 0xFEE0)
	}
	return string(r)
}

func lookAlikeOf(r rune) string {
	others := map[rune]rune{'A': 'А', 'B': 'В', 'E': 'Е', 'K': 'К', 'M': 'М', 'X': 'Х', 'Z': 'Ζ', 'a': 'а', 'e': 'е', 'o': 'о', 'c': 'с'}
	if o := others[r]; o != 0 {
		return string(o)
	}
	return string(r)
}
