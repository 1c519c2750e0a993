// SPDX-License-Identifier: Apache-2.0

package core

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote decodes a valid JSON string literal. A lone surrogate, which UTF-8
// cannot hold, becomes the three bytes that WTF-8 gives it, so that quote can
// write it back.
func unquote(literal []byte) string {
	inner := literal[1 : len(literal)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	out := make([]byte, 0, len(inner))
	for len(inner) > 0 {
		var n int
		out, n = decodeUnit(out, inner)
		inner = inner[n:]
	}
	return string(out)
}

// decodeUnit appends the text of the run or escape at the beginning of inner
// and returns how many bytes of the literal it took. A run without escapes is
// taken whole.
func decodeUnit(out, inner []byte) ([]byte, int) {
	if inner[0] != '\\' {
		n := escapeAt(inner)
		return append(out, inner[:n]...), n
	}
	switch c := inner[1]; c {
	case 'b':
		return append(out, '\b'), 2
	case 'f':
		return append(out, '\f'), 2
	case 'n':
		return append(out, '\n'), 2
	case 'r':
		return append(out, '\r'), 2
	case 't':
		return append(out, '\t'), 2
	case 'u':
		return decodeUnicode(out, inner)
	default: // " \ /
		return append(out, c), 2
	}
}

func decodeUnicode(out, inner []byte) ([]byte, int) {
	first := hex4(inner[2:6])
	if !utf16.IsSurrogate(first) {
		return utf8.AppendRune(out, first), 6
	}
	if len(inner) >= 12 && inner[6] == '\\' && inner[7] == 'u' {
		if r := utf16.DecodeRune(first, hex4(inner[8:12])); r != utf8.RuneError {
			return utf8.AppendRune(out, r), 12
		}
	}
	return append(out, 0xE0|byte(first>>12), 0x80|byte(first>>6)&0xBF, 0x80|byte(first)&0xBF), 6
}

func hex4(digits []byte) rune {
	var r rune
	for _, c := range digits {
		r <<= 4
		switch {
		case c <= '9':
			r |= rune(c - '0')
		case c <= 'F':
			r |= rune(c-'A') + 10
		default:
			r |= rune(c-'a') + 10
		}
	}
	return r
}

// appendQuoted appends text as a JSON string literal without its quotes. It
// escapes only what JSON demands. The result is false if text is neither UTF-8
// nor WTF-8: JSON cannot hold it.
func appendQuoted(out []byte, text string) ([]byte, bool) {
	const hexDigits = "0123456789abcdef"
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
			i++
		case c == '\n':
			out = append(out, '\\', 'n')
			i++
		case c == '\r':
			out = append(out, '\\', 'r')
			i++
		case c == '\t':
			out = append(out, '\\', 't')
			i++
		case c < ' ':
			out = append(out, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			i++
		case c < utf8.RuneSelf:
			out = append(out, c)
			i++
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			if r != utf8.RuneError || n > 1 {
				out = append(out, text[i:i+n]...)
				i += n
				continue
			}
			s, ok := surrogateAt(text[i:])
			if !ok {
				return out, false
			}
			out = append(out, '\\', 'u', hexDigits[s>>12], hexDigits[s>>8&15], hexDigits[s>>4&15], hexDigits[s&15])
			i += 3
		}
	}
	return out, true
}

// surrogateAt reads the three bytes by which WTF-8 writes a lone surrogate.
func surrogateAt(text string) (rune, bool) {
	if len(text) < 3 || text[0] != 0xED || text[1] < 0xA0 || text[1] > 0xBF || text[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | rune(text[1]&0x3F)<<6 | rune(text[2]&0x3F), true
}
