// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plainName is how the name in text reads without its disguise: hidden characters,
// full width, letters of other scripts, bytes that are not UTF-8, a line end. It is
// empty where there is none. Letters of another script that the entry itself has are
// none.
func plainName(text, entry []byte) string {
	p := plainText{foreign: hasForeign(entry), out: make([]byte, 0, len(text))}
	for i := 0; i < len(text); {
		if n := lineEndAt(text, i); n > 0 {
			p.disguised, p.blank = true, true
			i = indentationEnd(text, i+n)
			continue
		}
		if n, hidden := nameBlankAt(text, i); n > 0 {
			p.disguised, p.blank = p.disguised || hidden, p.blank || !hidden
			i += n
			continue
		}
		if n := escapedAmpersand(text, i); n > 0 {
			p.put('&', true)
			i += n
			continue
		}
		r, width := decodeRune(text, i)
		p.put(r, width == 1 && r >= utf8.RuneSelf)
		i += width
	}
	if !p.disguised {
		return ""
	}
	return norm.NFC.String(string(p.out))
}

// plainText collects what a name reads like.
type plainText struct {
	out       []byte
	foreign   bool // letters of other scripts stay
	blank     bool // one is to be written before what follows
	disguised bool
}

func (p *plainText) put(r rune, disguised bool) {
	if p.blank {
		p.out, p.blank = append(p.out, ' '), false
	}
	if plain := lookAlike(r); plain != 0 && !p.foreign {
		disguised = true
		if unicode.IsUpper(r) {
			plain = unicode.ToUpper(plain)
		}
		r = plain
	}
	p.disguised = p.disguised || disguised
	p.out = utf8.AppendRune(p.out, r)
}

// hasForeign says whether a name has letters that look like Latin ones.
func hasForeign(name []byte) bool {
	for i := 0; i < len(name); {
		r, width := utf8.DecodeRune(name[i:])
		if lookAlike(r) != 0 {
			return true
		}
		i += width
	}
	return false
}
