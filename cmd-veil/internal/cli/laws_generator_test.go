// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes documents that mix values in several spellings with text that
// could be mistaken for values or tokens.
type generator struct{ *rand.Rand }

const letters = "TRWAGMYFPDXBNJZSQVHLCKE"

func (g generator) dni() []string {
	n := g.IntN(30) + 12345670
	letter := string(letters[n%23])
	d := fmt.Sprint(n)
	return []string{d + letter, d + "-" + letter, d[:2] + "." + d[2:5] + "." + d[5:] + "-" + letter}
}

func (g generator) value() string {
	pick := func(list ...string) string { return list[g.IntN(len(list))] }
	switch g.IntN(12) {
	case 0:
		return pick(g.dni()...)
	case 1:
		return pick("ES9121000418450200051332", "ES91 2100 0418 4502 0005 1332", "es9121000418450200051332", "DE02120300000000202051")
	case 2:
		return pick("maria.perez@clinicasol.es", "Maria.Perez@ClinicaSol.es", "o'brien+x@sub.obra.es")
	case 3:
		return pick("+34 612 345 678", "612 345 678", "tel. 612345678", "0034612345678")
	case 4:
		return pick("María Pérez", "MARÍA PÉREZ", "maria perez", "Maria Pérez", "Pérez, María", "Mercadona")
	case 5:
		return pick("B12345674", "B-12345674", "CIF Q2238877B", "matrícula 1234 BCD", "matricula M-1234-AB")
	case 6:
		return pick("NSS 281234567840", "NSS 28/12345678/40", "pasaporte AAA123456")
	case 7:
		return pick("4539 1488 0343 6467", "tarjeta 4539148803436467", "5555-5555-5555-4444", "amex 378282246310005")
	case 8:
		return pick("2100 0418 45 0200051332", "cuenta 21000418450200051332", "ES91-2100-0418-4502-0005-1332")
	case 9:
		return pick("ghp_"+"VeilVeil0MadeUpVeilVeil0MadeUp3Z7APZ", "AKIA"+"VEILMADEUP7VEILM", "postgres://app:M4deUp-0nly@db.clinicasol.es/x")
	case 10:
		return pick("X1234567L", "x1234567l", "DNI 12345678A", "ana@clinica.орг", "+39 06 6982 1234", "+351 912 345 678")
	default:
		return pick("Óscar Núñez Ibáñez", "oscar_nunez_ibanez")
	}
}

func (g generator) filler() string {
	list := []string{
		"\r\n", "\n", " ", "  ", "\u00a0", "\ufeff", "\t", "e\u0301", "ñ", "😀", "a", "Z", "7", "-", ".", ",", ";", "(", ")", "/", "_", "\"", "'",
		"612345678", "12345678", "DNI ", "tel. ", "Sr. ", "[", "]", "[[", "[DNI-", "DNI-001", "[DNI 001]", "[dni-001]",
		"[DNI-001]", "[DNI-002]", "[DNI-001.2]", "[EMAIL-001]", "[TEL-003]", "[NOMBRE-001]", "[LITERAL-001]", "[ABC-123]", "[IBAN-999999]",
		"@", "x@y", "v1.2.3", "2026-11-29", "192.168.1.1:8080", "git@github.com:a/b", "`", "\\", "%40", "&ntilde;", "\xff", "\xc3",
		"+", "=", "%", "&", ":", "\u00ad", `\u0031`, "=31", "&#49;", "：", "–", "—", "\x1b[31m", `\n`, `\\n`, "es", "ES", "tel", "iban", "scp x ", ":/var/", ":notas/",
		"<br>", "| ", "nombre,dni\n", "total ", "QWxh", "eyJ", "==",
	}
	return list[g.IntN(len(list))]
}

// spelled is a value, now and then in disguise or encoded.
func (g generator) spelled() string {
	v := g.value()
	switch g.IntN(24) {
	case 0:
		return eachByte(v, "%%%02X")
	case 1:
		return eachByte(v, "=%02X")
	case 2:
		return eachByte(v, `\x%02x`)
	case 3:
		return eachRune(v, "&#%d;")
	case 4:
		return eachRune(v, `\u%04x`)
	case 5:
		return eachRune(v, `\\u%04x`)
	case 6:
		return strings.Join(strings.Split(v, ""), "\u00ad")
	case 7:
		return strings.Map(fullWidth, v)
	case 8:
		return base64.StdEncoding.EncodeToString([]byte(v))
	case 9:
		return base64.RawURLEncoding.EncodeToString([]byte("valor: " + v + "."))
	case 10:
		return hex.EncodeToString([]byte(v))
	case 11:
		return decomposed(v)
	}
	return v
}

func decomposed(s string) string {
	return strings.NewReplacer("á", "a\u0301", "é", "e\u0301", "ñ", "n\u0303", "Ó", "O\u0301", "É", "E\u0301", "Í", "I\u0301").Replace(s)
}

func eachByte(s, format string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, format, c)
	}
	return b.String()
}

func eachRune(s, format string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, format, r)
	}
	return b.String()
}

func fullWidth(r rune) rune {
	if '!' <= r && r <= '~' {
		return r + 0xFEE0
	}
	return r
}

// document is a text, and the values in it that stand apart from all else.
type document struct {
	text  string
	alone []string
}

// apart stands round a value that stands alone.
const apart = "\n\n\n"

func (g generator) document() document {
	var b strings.Builder
	var alone []string
	for range 1 + g.IntN(14) {
		switch g.IntN(7) {
		case 0, 1:
			b.WriteString(g.spelled())
		case 2:
			value := g.spelled()
			alone = append(alone, value)
			b.WriteString(apart + value + apart)
		default:
			b.WriteString(g.filler())
		}
	}
	return document{b.String(), alone}
}
