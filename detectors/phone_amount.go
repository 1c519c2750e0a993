// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"unicode/utf8"
)

// quantityReach is how far before a number the word may stand that makes it an
// amount, in bytes.
const quantityReach = 16

// maxUnit is longer than any unit, in bytes.
const maxUnit = 12

// isAmount says whether digits in groups are an amount and no telephone number:
// they end with 000 in threes, a currency or a unit stands beside, or a word such as
// "total" stands before.
func isAmount(s *surroundings, p *phoneShape) bool {
	return bytes.HasSuffix(s.text[:p.end], []byte("000")) && !isDigit(s.text[p.end-4]) ||
		currencyEndsAt(s.text, p.start) || unitBeginsAt(s.text, p.end) ||
		s.cued(p.start, cueRule{quantityReach, true, quantityCues})
}

// currencyEndsAt says whether the sign of a currency stands before i.
func currencyEndsAt(text []byte, i int) bool {
	if i > 0 && text[i-1] == ' ' {
		i--
	}
	if i == 0 {
		return false
	}
	switch c := text[i-1]; {
	case c == '$' || c == '#':
		return true
	case c < utf8.RuneSelf:
		return false
	}
	for _, sign := range [...]string{"€", "£", "¥"} {
		if bytes.HasSuffix(text[:i], []byte(sign)) {
			return true
		}
	}
	return false
}

// unitBeginsAt says whether a unit stands at i, after a blank or "de". A percent sign
// right before a word encodes something.
func unitBeginsAt(text []byte, i int) bool {
	i += blankAt(text, i)
	if i >= len(text) {
		return false
	}
	switch text[i] {
	case '$':
		return true
	case '%':
		return !wordBeginsAt(text, i+1)
	case 0xC2, 0xC3, 0xE2:
		for _, sign := range [...]string{"€", "£", "¥", "°", "×"} {
			if bytes.HasPrefix(text[i:], []byte(sign)) {
				return true
			}
		}
	}
	var folded [maxUnit]byte
	unit, end := readUnit(folded[:0], text, i)
	if string(unit) == "de" {
		unit, end = readUnit(folded[:0], text, end+blankAt(text, end))
	}
	return isUnit(unit) && !beginsID(text, end)
}

// isMeasured says whether a unit of two letters or more follows i and a blank: a function
// call: 912345678 ns.
func isMeasured(text []byte, i int) bool {
	width := blankAt(text, i)
	if width == 0 {
		return false
	}
	var folded [maxUnit]byte
	unit, _ := readUnit(folded[:0], text, i+width)
	return len(unit) > 1 && isUnit(unit)
}

// beginsID says whether the letters that end at i begin a number: B12345674.
func beginsID(text []byte, i int) bool {
	return numberAfter(text, i) || digitsEnd(text[:min(len(text), i+2)], i) == i+2
}

// readUnit appends the folded word at i to dst, and returns it with its end.
func readUnit(dst, text []byte, i int) (unit []byte, end int) {
	if !wordBeginsAt(text, i) || isMark(text[i]) || isDigit(text[i]) {
		return dst, i
	}
	end = readWord(text, i, byCase).end
	return appendFolded(dst, text[i:end], maxUnit), end
}

func isUnit(word []byte) bool {
	switch string(word) {
	case "b", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "byte", "bytes", "bit", "bits", "octets",
		"eur", "euro", "euros", "usd", "dolar", "dolares", "dollar", "dollars", "gbp", "peso", "pesos", "pts", "pesetas",
		"habitante", "habitantes", "hab", "persona", "personas", "people", "inhabitants", "user", "users", "usuarios",
		"item", "items", "row", "rows", "filas", "registros", "lines", "lineas", "token", "tokens", "unit", "units", "unidades",
		"s", "ms", "us", "ns", "seconds", "segundos", "hz", "khz", "mhz", "m", "km", "cm", "mm", "kg", "g", "px",
		"ops", "op", "requests", "req", "times", "veces", "percent", "anos", "years", "millones", "m2", "km2", "toneladas":
		return true
	}
	return false
}

func isQuantityWord(word []byte, _ byte) bool {
	switch string(word) {
	case "total", "totales", "subtotal", "importe", "precio", "precios", "price", "prices", "cost", "coste", "amount",
		"saldo", "balance", "suma", "sum", "poblacion", "population", "habitantes", "presupuesto", "budget", "capital",
		"size", "length", "bytes", "count", "cantidad", "revenue", "ingresos", "gastos", "offset", "checksum",
		"serial", "isbn", "expediente", "seed", "nonce", "hash", "version", "revision", "build", "siren", "abn":
		return true
	}
	return false
}
