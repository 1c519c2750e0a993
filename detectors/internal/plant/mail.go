// SPDX-License-Identifier: Apache-2.0

package plant

import "strings"

// mailColumns is the length of the longest line of quoted-printable, with the
// "=" of a soft line break (RFC 2045, section 6.7, rule 5).
const mailColumns = 76

// mailDisguises are quoted-printable: the whole text in lines, as mail is; a
// value of which every byte is spelled, as Android writes the fields of a vCard
// 2.1; and a value that a soft line break splits, whose line is broken where it
// happens to be full. Encoders spell no single letters of plain ASCII.
func mailDisguises() []Disguise {
	return []Disguise{
		{Name: "quoted-printable", Text: func(text []byte) []byte { return []byte(mailWrapped(string(text))) }},
		{Name: "quoted-printable, every byte", Value: everyByte, Around: mailed, fits: notPEM},
		{Name: "quoted-printable, broken line", Value: softBreak, Around: mailed, InLine: true, fits: notPEM},
	}
}

// mailRune spells what cannot stand for itself: what is not ASCII, "=", and the
// "@" that is not the same in every EBCDIC.
func mailRune(r rune) string {
	if r == '\n' || r == '\t' || !isUnsafe(r) && r != '=' && r != '@' {
		return string(r)
	}
	return bytewise("=%02X")(r)
}

func mailed(s string) string { return mapped(s, mailRune) }

func everyByte(_ *Generator, s string) string { return mapped(s, bytewise("=%02X")) }

// softBreak breaks a line within the value.
func softBreak(g *Generator, s string) string {
	runes := []rune(s)
	at := 1 + g.rng.IntN(len(runes)-1)
	return mailed(string(runes[:at])) + "=\n" + mailed(string(runes[at:]))
}

// mailWrapped breaks every line that is full, also between the bytes of a
// character.
func mailWrapped(s string) string {
	var b strings.Builder
	column := 0
	for s = mailed(s); s != ""; {
		width := 1
		switch s[0] {
		case '=':
			width = len("=C3")
		case '\n':
			column = -1
		}
		if next := s[width:]; column+width >= mailColumns && s[0] != '\n' && !strings.HasPrefix(next, "\n") {
			b.WriteString("=\n")
			column = 0
		}
		b.WriteString(s[:width])
		column += width
		s = s[width:]
	}
	return b.String()
}
