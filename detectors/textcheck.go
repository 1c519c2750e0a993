// SPDX-License-Identifier: Apache-2.0

package detectors

import "unicode/utf8"

// textCheck says, byte by byte, whether decoded bytes are text: UTF-8 without
// control characters but those of a line and of a terminal.
type textCheck struct{ missing int } // bytes of the last character that are to come

// add says whether the text may go on with b.
func (t *textCheck) add(b byte) bool {
	switch {
	case b < utf8.RuneSelf:
		return t.missing == 0 && isTextByte(b)
	case b < 0xC0:
		t.missing--
		return t.missing >= 0
	case t.missing > 0 || b < 0xC2 || b > 0xF4:
		return false
	case b < 0xE0:
		t.missing = 1
	case b < 0xF0:
		t.missing = 2
	default:
		t.missing = 3
	}
	return true
}

// whole returns the decoded bytes without a character that is cut off at the
// end; they begin at first.
func (t *textCheck) whole(decoded []byte, first int) []byte {
	if t.missing == 0 {
		return decoded
	}
	for end := len(decoded); end > first; end-- {
		if utf8.RuneStart(decoded[end-1]) {
			return decoded[:end-1]
		}
	}
	return decoded[:first]
}

// isTextByte says whether an ASCII byte is printed or begins a line, a column or
// a terminal's sequence.
func isTextByte(b byte) bool {
	return b >= ' ' && b < 0x7F || b == '\n' || b == '\r' || b == '\t' || b == 0x1B
}

// minASCII is the share of ASCII, in percent, that text in Windows-1252 has.
const minASCII = 80

// isReadable says whether decoded bytes are text in UTF-8 or in Windows-1252.
func isReadable(b []byte) bool {
	ascii := 0
	for _, c := range b {
		if c < utf8.RuneSelf {
			if !isTextByte(c) {
				return false
			}
			ascii++
		}
	}
	return ascii*100 >= len(b)*minASCII || utf8.Valid(b)
}
