// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// cardReach is how far before a number its cue may stand, in bytes.
const cardReach = 40

// paymentCard reads a payment card number whose digits begin the groups: in the
// groups of the card it needs no cue, in one piece or with dots it does. Its
// check digit must hold and an issuer must have such numbers.
func paymentCard(s *surroundings, g digitGroups) (core.Finding, bool) {
	rule := cueRule{cardReach, true, cardCues}
	if !g.cutCard() || letterBeginsAt(s.text, g.end) ||
		letterEndsAt(s.text, g.start) && !gluedCue(s.text, g.start, rule) {
		return core.Finding{}, false
	}
	f := core.Finding{
		Kind: core.Tarjeta, Start: g.start, End: g.end, Value: string(g.digits[:g.count]),
		Confidence: core.Certain, Basis: core.ByCheckDigit,
	}
	if g.groups > 1 && g.sep != '.' && !g.mixed && !g.counts() && standsAlone(s.text, g.start, g.end) {
		return f, true
	}
	f.Confidence = core.Likely
	return f, s.cued(g.start, rule)
}

// counts says whether each group is a little more or less than the one before, as in
// tables of codes: 5740 5741 5742 5743.
func (g *digitGroups) counts() bool {
	const little = 16
	at, before := 0, 0
	for i := range g.groups {
		n := 0
		for _, c := range g.digits[at : at+int(g.sizes[i])] {
			n = n*10 + int(c-'0')
		}
		if step := n - before; i > 0 && (step == 0 || step < -little || step > little) {
			return false
		}
		at, before = at+int(g.sizes[i]), n
	}
	return true
}

// The bounds of a card number, in digits (ISO/IEC 7812-1 allows up to 19).
const (
	minCardDigits = 13
	maxCardDigits = 19
)

// cutCard keeps the groups of one card: all digits in one, 4-4-4-4 and what the
// issuers print beside it. Behind them may stand a date or a security code.
func (g *digitGroups) cutCard() bool {
	if n := int(g.sizes[0]); n >= minCardDigits {
		return n <= maxCardDigits && g.cut(n) && cardHolds(g.digits[:n])
	}
	if g.sizes[0] != 4 || g.count < minCardDigits {
		return false
	}
	for _, n := range [...]int{19, 16, 15, 14} {
		part := *g
		if part.cut(n) && part.shapedAsCard() && cardHolds(g.digits[:n]) {
			*g = part
			return true
		}
	}
	return false
}

func (g *digitGroups) shapedAsCard() bool {
	return g.shaped(4, 4, 4, 4) || g.shaped(4, 6, 5) || g.shaped(4, 6, 4) || g.shaped(4, 4, 4, 4, 3)
}

// cardHolds says whether the check digit holds (ISO/IEC 7812-1, annex B: Luhn) and
// an issuer has numbers of this beginning and length. Nothing but zeros behind the
// first four is no number of anybody, but stands in dumps.
func cardHolds(digits []byte) bool {
	sum := 0
	for i, c := range digits {
		n := int(c - '0')
		if (len(digits)-i)%2 == 0 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0 && isIssued(digits) && len(bytes.Trim(digits[4:], "0")) > 0
}

// isIssued looks up the first four digits and the length in the ranges that the
// issuers publish.
func isIssued(digits []byte) bool {
	const long = 1<<16 | 1<<17 | 1<<18 | 1<<19
	first := 0
	for _, c := range digits[:4] {
		first = first*10 + int(c-'0')
	}
	for _, r := range [...]struct{ from, to, lengths int }{
		{4000, 4999, 1<<13 | 1<<16 | 1<<19},          // Visa
		{5100, 5599, 1 << 16}, {2221, 2720, 1 << 16}, // Mastercard
		{3400, 3499, 1 << 15}, {3700, 3799, 1 << 15}, // American Express
		{3000, 3059, 1 << 14}, {3095, 3095, 1 << 14}, // Diners Club
		{3600, 3699, 1 << 14}, {3800, 3999, 1 << 14}, // Diners Club
		{6011, 6011, 1<<16 | 1<<19}, {6440, 6599, 1<<16 | 1<<19}, // Discover
		{3528, 3589, long}, {6200, 6299, long}, {8100, 8171, long}, // JCB, UnionPay
		{5018, 5038, long | 7<<13}, {5600, 5899, long | 7<<13}, // Maestro
		{6304, 6304, long | 7<<13}, {6390, 6390, long | 7<<13}, {6700, 6799, long | 7<<13}, // Maestro
	} {
		if r.from <= first && first <= r.to && r.lengths&(1<<len(digits)) != 0 {
			return true
		}
	}
	return false
}

func isCardWord(word []byte, next byte) bool {
	if next == '_' && string(word) == "cc" {
		return true // cc_number
	}
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "tarjeta", "card", "cardnumber", "creditcard", "cardno", "ccnumber", "visa", "mastercard", "amex",
		"maestro", "american", "americanexpres", "diner", "discover", "jcb", "unionpay", "pan", "credit", "debit", "credito", "debito",
		"pago", "payment", "numtarjeta", "numerotarjeta", "tarj", "targeta", "cartao", "debitcard", "creditcardnumber",
		"cardnum", "ccnum", "ccn":
		return true
	}
	return false
}
