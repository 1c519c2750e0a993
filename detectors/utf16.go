// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/veil-guard/veil/core"
)

// UTF16 is a text that was in UTF-16 (RFC 2781), of either byte order, with a
// byte order mark or without.
type UTF16 struct {
	// Text is the text in UTF-8, without the byte order mark.
	Text []byte
	// Clean says that all of it is UTF-16, and [UTF16.Encode] gives the original for
	// Text: no surrogate stands alone, no byte is left over, and no 8-bit text is
	// among it, as in a log that programs of two encodings write.
	Clean bool

	order binary.AppendByteOrder
	mark  bool
}

// ReadUTF16 reads text in UTF-16. Without a byte order mark three of four
// characters must be of the Latin alphabet, and it must be clean. ok is false if text is not UTF-16.
func ReadUTF16(text []byte) (u UTF16, ok bool) {
	if bytes.IndexByte(text, 0) < 0 {
		return u, false // Latin letters, digits and blanks have a NUL each
	}
	switch {
	case bytes.HasPrefix(text, []byte{0xFF, 0xFE}):
		u.order, u.mark = binary.LittleEndian, true
	case bytes.HasPrefix(text, []byte{0xFE, 0xFF}):
		u.order, u.mark = binary.BigEndian, true
	default:
		even, odd := 0, 0
		for i, c := range text {
			if c == 0 && i%2 == 0 {
				even++
			} else if c == 0 {
				odd++
			}
		}
		half := len(text) / 2
		switch {
		case even*10 <= odd && odd*4 >= half*3:
			u.order = binary.LittleEndian
		case odd*10 <= even && even*4 >= half*3:
			u.order = binary.BigEndian
		default:
			return u, false
		}
	}
	u.decode(text[u.markWidth():])
	u.Clean = u.Clean && !hasNarrowText(text)
	return u, u.mark || u.Clean
}

// hasNarrowText says whether so much text in ASCII stands without a NUL byte between
// as the shortest value has. A few Chinese characters may look so too.
func hasNarrowText(text []byte) bool {
	run := 0
	for _, c := range text {
		if run++; !isTextByte(c) {
			run = 0
		}
		if run == minWithin {
			return true
		}
	}
	return false
}

func (u *UTF16) markWidth() int {
	if u.mark {
		return 2
	}
	return 0
}

// unit returns the 16 bits at the beginning of b.
func (u *UTF16) unit(b []byte) rune {
	if u.order == binary.LittleEndian {
		return rune(b[0]) | rune(b[1])<<8
	}
	return rune(b[0])<<8 | rune(b[1])
}

func (u *UTF16) decode(b []byte) {
	u.Clean = len(b)%2 == 0
	u.Text = make([]byte, 0, len(b)/2+len(b)/8)
	for ; len(b) > 1; b = b[2:] {
		r := u.unit(b)
		if utf16.IsSurrogate(r) {
			pair := rune(utf8.RuneError)
			if len(b) > 3 {
				pair = utf16.DecodeRune(r, u.unit(b[2:]))
			}
			if pair == utf8.RuneError {
				u.Clean = false
			} else {
				b = b[2:]
			}
			r = pair
		}
		u.Text = utf8.AppendRune(u.Text, r)
	}
}

// Encode returns text, which is UTF-8, in the byte order of u, with a byte order
// mark if u had one.
func (u UTF16) Encode(text []byte) []byte {
	out := make([]byte, 0, 2*len(text)+2)
	if u.mark {
		out = u.order.AppendUint16(out, 0xFEFF)
	}
	for len(text) > 0 {
		r, width := utf8.DecodeRune(text)
		text = text[width:]
		for _, unit := range utf16.AppendRune(nil, r) {
			out = u.order.AppendUint16(out, unit)
		}
	}
	return out
}

// appendUTF16 finds what stands in a text in UTF-16, which cannot be replaced: a
// token would be in another encoding than the rest.
func (s *Set) appendUTF16(dst []core.Finding, u UTF16) []core.Finding {
	at, place := 0, u.markWidth()
	moveTo := func(offset int) int {
		for at < offset {
			r, width := utf8.DecodeRune(u.Text[at:])
			at += width
			place += 2 * utf16.RuneLen(r)
		}
		return place
	}
	for _, f := range s.find(u.Text, nil) {
		if f.Plain == "" {
			f.Plain = string(u.Text[f.Start:f.End])
		}
		f.Start, f.End = moveTo(f.Start), moveTo(f.End)
		f.Disposition, f.Obstacle = core.Refuse, core.ObstacleEncoding
		dst = append(dst, f)
	}
	return dst
}
