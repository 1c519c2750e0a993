// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// disguise is what an encoding spells at one place of a text. Width 0 says that
// nothing is disguised there.
type disguise struct {
	width  int
	out    []byte // what it stands for; empty for something invisible
	colour bool   // a terminal sequence within a value
}

// speller reads disguises. Terminal sequences are undone only if colours is set:
// they may stand between two values as well as within one.
type speller struct {
	room    [maxSpelled]byte
	colours bool
	// inner says that the text was read from another one. Then "=" is what it is:
	// quoted-printable is put round a text, not into one.
	inner bool
	// triggers are the places where a disguise may begin, if they are known; nil if
	// not.
	triggers triggers
	// coloured says that a terminal sequence was read that may stand within a
	// value.
	coloured bool
	field    field // that of the last "+"
}

// begin begins with a text.
func (s *speller) begin(colours bool, where triggers) {
	s.colours, s.inner, s.triggers, s.coloured = colours, false, where, false
	s.field = field{}
}

// maxSpelled is longer than what one disguise stands for, in bytes.
const maxSpelled = 32

// next returns the place of the first disguise at or after i, and what it stands
// for, which holds until the next call; len(text) if there is none. A disguise
// stands for a letter, a digit, a blank, a sign that occurs in values, or for
// nothing visible. Quotes, tabs and line ends that are escaped as source text
// and JSON have them are none: they are everywhere, and the rules know them.
// Greek and Cyrillic letters and accents right at i are left as they are: what ends
// there may be a disguise, and with what they go together is seen once it is undone.
func (s *speller) next(text []byte, i int) (int, disguise) {
	for i > 0 && i < len(text) && text[i] >= utf8.RuneSelf {
		r, width := utf8.DecodeRune(text[i:])
		if !isOverlay(r) && !isGreekOrCyrillic(r) {
			break
		}
		i += width
	}
	for i = s.trigger(text, i); i < len(text); i = s.trigger(text, i) {
		if s.inner && text[i] == '=' {
			i++
			continue
		}
		if text[i] == '+' {
			if s.plusBlank(text, i) {
				return i, disguise{width: 1, out: append(s.room[:0], ' ')}
			}
			i++
			continue
		}
		d, skip := disguiseAt(text, i, s.room[:0])
		if d.colour && !s.colours {
			s.coloured = true
			d, skip = disguise{}, d.width
		}
		if d.width > 0 {
			return i, d
		}
		i += skip
	}
	return len(text), disguise{}
}

// trigger returns the first place at or after i where a disguise may begin, or
// len(text).
func (s *speller) trigger(text []byte, i int) int {
	if s.triggers == nil {
		return nextTrigger(text, i)
	}
	return s.triggers.next(i, len(text))
}

// disguiseAt reads the disguise that begins at i. If none does, skip says how
// many bytes need not be looked at.
func disguiseAt(text []byte, i int, room []byte) (d disguise, skip int) {
	switch c := text[i]; c {
	case '\\':
		return backslashed(text, i, room)
	case '%':
		return escapedBytes(text, i, percent, room), 1
	case '=':
		if d := softBreak(text, i); d.width > 0 {
			return d, 0
		}
		return escapedBytes(text, i, quotedPrintable, room), 1
	case '&':
		return entity(text, i, room), 1
	case 0x1B:
		return terminal(text, i, i+1)
	case 0xC3: // the accented letters of western languages
		return disguise{}, max(1, harmless(text, i))
	default:
		return oddRune(text, i, room)
	}
}

// nextTrigger returns the first place at or after i where a disguise may begin,
// or len(text). It looks at eight bytes at once, and dismisses by the next byte
// what stands everywhere.
func nextTrigger(text []byte, i int) int {
	for i+stride <= len(text) {
		next := i + stride
		for hits := triggerBits(binary.LittleEndian.Uint64(text[i:])); hits != 0; {
			at := bits.TrailingZeros64(hits) / 8
			skip := harmless(text, i+at)
			if skip == 0 {
				return i + at
			}
			if at += skip; at >= stride {
				next = i + at
				break
			}
			hits &= ^uint64(0) << (8 * at)
		}
		i = next
	}
	for i < len(text) && !isTrigger(text[i]) {
		i++
	}
	return min(i, len(text))
}

// triggerBits returns the top bit of each byte of w that is a trigger. Bytes after
// the first one may be marked for less.
func triggerBits(w uint64) uint64 {
	return (w | (w ^ '\\'*everyLow - everyLow) | (w ^ '%'*everyLow - everyLow) | (w ^ '&'*everyLow - everyLow) |
		(w ^ '='*everyLow - everyLow) | (w ^ '+'*everyLow - everyLow) | (w ^ 0x1B*everyLow - everyLow)) & everyTop
}

// harmless returns how many bytes at i are no disguise by the first two alone, or 0:
// an escaped quote or line end, an accented letter of western languages, a sign that
// is followed by a blank, and what is no trigger.
func harmless(text []byte, i int) int {
	c := text[i]
	if !isTrigger(c) {
		return 1
	}
	if i+1 == len(text) {
		return 0
	}
	next := text[i+1]
	switch c {
	case 0xC3:
		if isContinuation(next) {
			return 2
		}
	case '\\':
		if next == 'n' || next == '"' || next == 't' || next == 'r' {
			return 2
		}
	case '&':
		if next == ' ' || next == '&' {
			return 1
		}
	case '=', '%':
		if !isHex(next) && next > '\r' && (text[i] == '%' || next != '\\') {
			return 1
		}
	case '+':
		if !isLetter(next) && !isDigit(next) && next < utf8.RuneSelf && next != '%' && next != '(' && next != '[' {
			return 1
		}
	case 0xC2:
		if !isContinuation(next) {
			return 1
		}
		if next != 0xAD && next < 0xB2 || next > 0xB9 {
			return 2
		}
	case 0xE2:
		if next == 0x80 && i+2 < len(text) && 0x96 <= text[i+2] && text[i+2] < 0xAA {
			return 3
		}
	}
	return 0
}

func isTrigger(c byte) bool {
	switch c {
	case '\\', '%', '&', '=', '+', 0x1B:
		return true
	}
	return c >= utf8.RuneSelf
}

// isSpelled says whether a rune is worth spelling out: it can be part of a
// value or of a cue, or it cannot be seen.
func isSpelled(r rune) bool {
	switch r {
	case ' ', '@', '.', '+', '-', '_', '/', '(', ')', ',', '\'', '&':
		return true
	}
	if r < utf8.RuneSelf {
		return isLetter(byte(r)) || isDigit(byte(r))
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Zs, unicode.Cf, unicode.Pd) || r == '’'
}

// isValueByte says whether a byte can be part of a value: what is covered and
// every byte of a letter outside ASCII count too.
func isValueByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c >= utf8.RuneSelf || c == '@' || c == '.' || c == '_' || c == '-' || c == '+'
}

// betweenValues says whether bytes of values stand on both sides of a range.
func betweenValues(text []byte, start, end int) bool {
	return start > 0 && end < len(text) && isValueByte(text[start-1]) && isValueByte(text[end])
}

// endsWord says whether c is a letter of ASCII, or covers one.
func endsWord(c byte) bool { return isLetter(c) || c == markWord }

func isHex(c byte) bool { return hexDigit(c) <= 15 }

// hexNumber returns the number that the hexadecimal digits b stand for; it is
// below zero if they are none, or too many.
func hexNumber(b []byte) rune {
	if len(b) == 0 || len(b) > 8 {
		return -1
	}
	var r int64
	for _, c := range b {
		if !isHex(c) {
			return -1
		}
		r = r<<4 | int64(hexDigit(c))
	}
	if r > unicode.MaxRune {
		return -1
	}
	return rune(r)
}
