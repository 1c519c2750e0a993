// SPDX-License-Identifier: Apache-2.0

package detectors

// alphabet is a set of characters that the body of a credential is made of.
type alphabet uint8

const (
	letters      alphabet = iota
	alphanumeric          // letters and digits
	hexadecimal           // in either case
	base32                // upper case (RFC 4648, section 6)
	base64Text            // with padding (RFC 4648, section 4)
	base64URL             // without padding (RFC 4648, section 5)
	kebab                 // letters, digits, hyphens
	dottedURL             // base64url and dots
	atlassian             // base64url and equals signs
	slashed               // letters, digits, slashes
	bearer                // the token of RFC 6750, section 2.1, without its padding
	runBytes              // what credentials are searched by
	alphabets             // how many there are
)

// The letters and digits as sets of the codes 0 to 63 and 64 to 127.
const (
	digitSet  = 0x03FF_0000_0000_0000
	upperSet  = 0x0000_0000_07FF_FFFE
	letterSet = upperSet<<32 | upperSet
	underline = 1 << ('_' - 64)
)

// has says whether c is of the alphabet.
func (a alphabet) has(c byte) bool {
	low, high := uint64(digitSet), uint64(letterSet)
	switch a {
	case letters:
		low = 0
	case hexadecimal:
		high = 0x7E_0000_007E
	case base32:
		low, high = 0x00FC_0000_0000_0000, upperSet
	case base64Text:
		low |= 1<<'+' | 1<<'/' | 1<<'='
	case base64URL:
		low, high = low|1<<'-', high|underline
	case kebab:
		low |= 1 << '-'
	case dottedURL:
		low, high = low|1<<'-'|1<<'.', high|underline
	case atlassian:
		low, high = low|1<<'-'|1<<'=', high|underline
	case slashed:
		low |= 1 << '/'
	case bearer:
		low, high = low|1<<'+'|1<<'/'|1<<'-'|1<<'.', high|underline|1<<('~'-64)
	case runBytes:
		low, high = runLow, runHigh
	}
	return inSets(c, low, high)
}

// bodyEnd returns the end of the characters at start that are of the alphabet.
func bodyEnd(text []byte, start int, a alphabet) int {
	for start < len(text) && a.has(text[start]) {
		start++
	}
	return start
}

// The characters of a run: letters, digits, and - _ / + .
const (
	runLow  = digitSet | 1<<'-' | 1<<'/' | 1<<'+'
	runHigh = letterSet | underline
)

// inSets looks c up in a set of the codes 0 to 63 and one of 64 to 127.
func inSets(c byte, low, high uint64) bool {
	set := low
	if c >= 64 {
		set = high
	}
	return c < 128 && set>>(c&63)&1 != 0
}

// initials are the letters that a format's prefix begins with, as a set of the
// codes 64 to 127.
const initials = 1<<('A'-64) | 1<<('G'-64) | 1<<('M'-64) | 1<<('N'-64) | 1<<('O'-64) | 1<<('d'-64) | 1<<('e'-64) |
	1<<('g'-64) | 1<<('h'-64) | 1<<('n'-64) | 1<<('p'-64) | 1<<('r'-64) | 1<<('s'-64) | 1<<('w'-64) | 1<<('x'-64)

func isFormatInitial(c byte) bool { return inSets(c, 0, initials) }
