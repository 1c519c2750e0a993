// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxEntity is longer than any entity that is known here, in bytes, with its
// leading zeros.
const maxEntity = 16

// latin1Entities are the names of U+00C0 to U+00FF in HTML, in their order
// (WHATWG HTML, named character references).
const latin1Entities = " Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml" +
	" ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig" +
	" agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml" +
	" eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml "

// entity reads the HTML entity at i: a name, or a number in decimal or in
// hexadecimal.
func entity(text []byte, i int, room []byte) disguise {
	width := entityWidth(text[i+1:])
	if width == 0 {
		return disguise{}
	}
	end := i + 1 + width
	name := text[i+1 : end-1]
	r := entityRune(name)
	if r == '&' && string(name) == "amp" {
		if entityWidth(text[end:]) == 0 && (end >= len(text) || text[end] != ' ') {
			return disguise{}
		}
		return disguise{width: end - i, out: append(room, '&')}
	}
	if r <= 0 || !isSpelled(r) && !beginsDisguise(text, end, r) {
		return disguise{}
	}
	return disguise{width: end - i, out: utf8.AppendRune(room, r)}
}

// entityWidth returns the length of the entity that follows an ampersand, with
// its semicolon, or 0.
func entityWidth(b []byte) int {
	for i, c := range b[:min(len(b), maxEntity)] {
		if c == ';' && i > 1 {
			return i + 1
		}
		if !isLetter(c) && !isDigit(c) && (c != '#' || i > 0) {
			break
		}
	}
	return 0
}

// entityRune returns the character that an entity stands for, or one below 1.
func entityRune(name []byte) rune {
	if name[0] == '#' {
		if name[1]|0x20 == 'x' {
			return hexNumber(bytes.TrimLeft(name[2:], "0"))
		}
		return decimalNumber(name[1:])
	}
	switch string(name) {
	case "amp":
		return '&'
	case "nbsp":
		return '\u00a0'
	case "commat":
		return '@'
	case "period":
		return '.'
	case "hyphen", "dash", "minus":
		return '-'
	case "lowbar":
		return '_'
	case "plus":
		return '+'
	case "comma":
		return ','
	case "sol":
		return '/'
	case "lpar":
		return '('
	case "rpar":
		return ')'
	case "apos", "rsquo":
		return '\''
	case "shy":
		return '\u00ad'
	case "zwnj", "zwj", "lrm", "rlm", "NoBreak", "ZeroWidthSpace":
		return '\u200b'
	case "ensp", "emsp", "thinsp", "hairsp":
		return ' '
	case "ndash", "mdash":
		return '–'
	case "ordf":
		return 'ª'
	case "ordm":
		return 'º'
	}
	var key [maxEntity + 2]byte
	at := strings.Index(latin1Entities, string(append(append(append(key[:0], ' '), name...), ' ')))
	if at < 0 {
		return -1
	}
	return 0xC0 + rune(strings.Count(latin1Entities[:at], " "))
}

// decimalNumber returns the number that b stands for, or -1.
func decimalNumber(b []byte) rune {
	r := rune(0)
	for _, c := range b {
		if !isDigit(c) || r > unicode.MaxRune {
			return -1
		}
		r = r*10 + rune(c-'0')
	}
	if r > unicode.MaxRune {
		return -1
	}
	return r
}
