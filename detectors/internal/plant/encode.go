// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

func decomposed(_ *Generator, s string) string { return norm.NFD.String(s) }

// escaping spells some of the characters of a value by means of a function, at
// least one of them, and every "@".
func escaping(spell func(r rune) string) func(*Generator, string) string {
	return func(g *Generator, s string) string {
		runes := []rune(s)
		must, often := g.rng.IntN(len(runes)), g.rng.IntN(4)
		var b strings.Builder
		for i, r := range runes {
			if i == must || r == '@' || r > '~' || g.rng.IntN(4) < often {
				b.WriteString(spell(r))
			} else {
				b.WriteRune(r)
			}
		}
		return b.String()
	}
}

// backslashes is \uXXXX within as many layers of JSON as there are backslashes.
func backslashes(n int) func(*Generator, string) string {
	return escaping(func(r rune) string {
		var b strings.Builder
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "%s%04x", strings.Repeat(`\`, n)+"u", unit)
		}
		return b.String()
	})
}

// bytewise spells each byte of a character.
func bytewise(format string) func(rune) string {
	return func(r rune) string {
		var b strings.Builder
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, format, c)
		}
		return b.String()
	}
}

// source spells what is no plain ASCII, as logs and the bytes of Python are
// written, or the whole value, as obfuscated scripts are: nothing writes single
// letters of plain text by \x.
func source(g *Generator, s string) string {
	spell := bytewise(`\x%02x`)
	whole := g.rng.IntN(2) == 0 || strings.IndexFunc(s, isUnsafe) < 0
	return mapped(s, func(r rune) string {
		if whole || isUnsafe(r) {
			return spell(r)
		}
		return string(r)
	})
}

func isUnsafe(r rune) bool { return r < ' ' || r > '~' }

// mapped puts together what each character is spelled as.
func mapped(s string, spell func(rune) string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteString(spell(r))
	}
	return b.String()
}

func numeric(format string) func(*Generator, string) string {
	return escaping(func(r rune) string { return fmt.Sprintf(format, r) })
}

// entity is the named entity of a character, or else its number.
func entity(r rune) string {
	names := map[rune]string{'@': "commat", '.': "period", 'á': "aacute", 'é': "eacute", 'í': "iacute", 'ó': "oacute",
		'ú': "uacute", 'ñ': "ntilde", 'Í': "Iacute", 'Ó': "Oacute", 'Á': "Aacute", 'ü': "uuml", '_': "lowbar", '+': "plus", '\u00a0': "nbsp"}
	if name, known := names[r]; known {
		return "&" + name + ";"
	}
	return fmt.Sprintf("&#%d;", r)
}

func escapeDisguises() []Disguise {
	return []Disguise{
		{Name: `\u escapes`, Value: backslashes(1), fits: notPEM},
		{Name: `\u escapes in JSON in JSON`, Value: backslashes(2), fits: notPEM},
		{Name: `\u escapes, three deep`, Value: backslashes(4), fits: notPEM},
		{Name: `\x escapes`, Value: source, fits: notPEM},
		{Name: "HTML entities, decimal", Value: numeric("&#%d;"), fits: notPEM},
		{Name: "HTML entities, hexadecimal", Value: numeric("&#x%x;"), fits: notPEM},
		{Name: "HTML entities, named", Value: escaping(entity), fits: notPEM},
		{Name: "percent-encoding", Value: escaping(bytewise("%%%02X")), fits: notPEM},
	}
}

// record is a small document that holds the value with its label.
func (g *Generator) record(v Variant, spelling string) string {
	l := labelOf(v)
	return g.pick(
		fmt.Sprintf("{\"ficha\":17,\"%s\":\"%s\",\"activo\":true}", l.key, escapeString(spelling)),
		fmt.Sprintf("Ficha de alta de la oficina.\n%s: %s\nPasos: tres.\n", l.es, spelling),
		fmt.Sprintf("Data of the record\n%s %s\nend of data\n", l.en, spelling))
}

func base64Of(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// mailLines is base64 in lines of 76 characters, as in mail (RFC 2045, section
// 6.8), of the record among other text.
func mailLines(s string) string {
	return grouped(base64Of("Estimados señores, les adjuntamos lo que nos pidieron.\n"+s+"Un saludo de la oficina."), []string{"\n"}, 76, 76, 76, 76, 76, 76)
}

func gzipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(s)) // a buffer takes everything
	_ = w.Close()
	return b.String()
}

func runDisguises() []Disguise {
	plain := func(f func(string) string) func(*Generator, string) string {
		return func(_ *Generator, s string) string { return f(s) }
	}
	return []Disguise{
		{Name: "base64", Run: plain(base64Of)},
		{Name: "base64 in lines", Run: plain(mailLines)},
		{Name: "base64url", Run: plain(func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) })},
		{Name: "hex", Run: plain(func(s string) string { return hex.EncodeToString([]byte(s)) })},
		{Name: "gzip in base64", Run: plain(func(s string) string { return base64Of(gzipped(s)) })},
		{Name: "base64, twice", Run: plain(func(s string) string { return base64Of(base64Of(s)) })},
		{Name: "base64 of gzip of base64", Run: plain(func(s string) string { return base64Of(gzipped(base64Of(s))) })},
		{Name: "base64 of hex of base64", Run: plain(func(s string) string { return base64Of(hex.EncodeToString([]byte(base64Of(s)))) })},
	}
}

func textDisguises() []Disguise {
	latin1 := func(v Variant) bool { return !strings.Contains(v.Name, "thin") && !strings.Contains(v.Name, "narrow") }
	return []Disguise{
		{Name: "UTF-16, little-endian", Text: utf16Text(binary.LittleEndian), UTF16: true},
		{Name: "UTF-16, big-endian", Text: utf16Text(binary.BigEndian), UTF16: true},
		{Name: "Latin-1", Text: latin1Text, fits: latin1},
	}
}

// utf16Text is UTF-16 with a byte order mark.
func utf16Text(order binary.AppendByteOrder) func([]byte) []byte {
	return func(text []byte) []byte {
		out := order.AppendUint16(nil, 0xFEFF)
		for _, unit := range utf16.Encode([]rune(string(text))) {
			out = order.AppendUint16(out, unit)
		}
		return out
	}
}

// latin1Text takes what Latin-1 has, and puts "?" in place of the rest.
func latin1Text(text []byte) []byte {
	var out []byte
	for _, r := range string(text) {
		if r > 0xFF {
			r = '?'
		}
		out = append(out, byte(r))
	}
	return out
}
