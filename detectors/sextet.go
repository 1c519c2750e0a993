// SPDX-License-Identifier: Apache-2.0

package detectors

// noSextet marks the bytes that are no digit of base64.
const noSextet = 64

// firstSign is the lower one of the two values that signs have and neither letters nor
// digits: 62 and 63.
const firstSign = 62

// sextets holds the value of each byte as a digit of base64 or base64url
// (RFC 4648, sections 4 and 5).
const sextets = "" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x3e\x40\x3e\x40\x3f" +
	"\x34\x35\x36\x37\x38\x39\x3a\x3b\x3c\x3d\x40\x40\x40\x40\x40\x40" +
	"\x40\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e" +
	"\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x40\x40\x40\x40\x3f" +
	"\x40\x1a\x1b\x1c\x1d\x1e\x1f\x20\x21\x22\x23\x24\x25\x26\x27\x28" +
	"\x29\x2a\x2b\x2c\x2d\x2e\x2f\x30\x31\x32\x33\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40" +
	"\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40\x40"

// firstRow keeps the number of a row within mayBeginText.
const firstRow = noSextet - 1

// mayBeginText has a row for the value of each digit of base64, and a bit for that of
// each digit behind it: whether beginsAsText may say yes to a stretch that begins with
// the two.
var mayBeginText = func() (rows [noSextet]uint64) {
	for v := range byte(noSextet) {
		for w := range byte(noSextet) {
			var t textCheck
			goesOn := w>>2&3 == 2 // the byte behind goes on with a character
			if first := v<<2 | w>>4; t.add(first) && (t.missing > 0) == goesOn {
				rows[v] |= 1 << w
			}
		}
	}
	const hex = "0123456789abcdefABCDEF"
	for i := range len(hex) {
		for k := range len(hex) {
			var t textCheck
			if t.add(hexDigit(hex[i])<<4 | hexDigit(hex[k])) {
				rows[sextets[hex[i]]] |= 1 << sextets[hex[k]]
			}
		}
	}
	rows[sextets['x']] = ^uint64(0)
	rows[sextets['0']] |= 1<<sextets['x'] | 1<<sextets['X']
	return rows
}()

func isSextet(c byte) bool { return sextets[c] != noSextet }

// sextetsEnd returns the end of the digits of base64 that begin at i.
func sextetsEnd(text []byte, i int) int {
	for i < len(text) && isSextet(text[i]) {
		i++
	}
	return i
}

// nextSextets returns the first unbroken stretch of at least minRun digits of
// base64 at or after i; start is len(text) if there is none. Most text is
// skipped: a stretch has a digit wherever one looks minRun bytes on.
func nextSextets(text []byte, i int) (start, end int) {
	for last := i + minRun - 1; last < len(text); last = i + minRun - 1 {
		at := last
		for at >= i && isSextet(text[at]) {
			at--
		}
		if at < i {
			return i, sextetsEnd(text, last)
		}
		i = at + 1
	}
	return len(text), len(text)
}

// appendStretches appends the stretches that nextSextets returns.
func appendStretches(dst []span, text []byte) []span {
	for start, end := nextSextets(text, 0); start < len(text); start, end = nextSextets(text, end) {
		dst = append(dst, span{start, end})
	}
	return dst
}

// appendBase64 decodes text[from:to] into dst, over the breaks of a wrapped
// block. With textOnly it stops before the first byte that is not text. It
// returns where it stopped.
func appendBase64(dst, text []byte, from, to int, textOnly bool) ([]byte, int) {
	var t textCheck
	first, bits, acc := len(dst), 0, uint32(0)
	for i := from; i < to; {
		v := sextets[text[i]]
		if v == noSextet {
			if i = breakEnd(text, i); i >= to || !isSextet(text[i]) {
				break // padding
			}
			continue
		}
		acc = acc<<6 | uint32(v)
		i++
		if bits += 6; bits < 8 {
			continue
		}
		bits -= 8
		b := byte(acc >> bits)
		if textOnly && !t.add(b) {
			return t.whole(dst, first), i
		}
		dst = append(dst, b)
	}
	return t.whole(dst, first), to
}

// appendHex is appendBase64 for pairs of hexadecimal digits, with or without 0x
// before them.
func appendHex(dst, text []byte, from, to int, textOnly bool) ([]byte, int) {
	var t textCheck
	first := len(dst)
	from += hexPrefix(text[from:to])
	for i := from; i+1 < to; {
		if i = breakEnd(text, i); i+1 >= to {
			break
		}
		high, low := hexDigit(text[i]), hexDigit(text[i+1])
		if high > 15 || low > 15 {
			return t.whole(dst, first), i
		}
		b := high<<4 | low
		if textOnly && !t.add(b) {
			return t.whole(dst, first), i
		}
		dst = append(dst, b)
		i += 2
	}
	return t.whole(dst, first), to
}

// hexPrefix returns the width of what marks hexadecimal digits: 0x, or the x of
// \x, which PostgreSQL writes before the bytes of a column.
func hexPrefix(b []byte) int {
	switch {
	case len(b) > 0 && b[0] == 'x':
		return 1
	case len(b) > 1 && b[0] == '0' && b[1]|0x20 == 'x':
		return 2
	}
	return 0
}

// hexDigit returns the value of a hexadecimal digit; more than 15 for any other
// byte.
func hexDigit(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	if d := c | 0x20 - 'a'; isLetter(c) && d < 6 {
		return d + 10
	}
	return 0xFF
}
