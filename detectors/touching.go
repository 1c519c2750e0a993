// SPDX-License-Identifier: Apache-2.0

package detectors

import "github.com/veil-guard/veil/core"

// wordGoesOnBefore says whether what begins at i may be the rest of a longer word. A
// token and a whole identity number right before it are no part of it: values stand so
// where nothing was written between two columns.
func wordGoesOnBefore(text []byte, i int) bool {
	if !wordEndsAt(text, i) || text[i-1] == markWord || text[i-1] == markNumber && i > 1 && text[i-2] == markWord {
		return false // a single markNumber stands for a digit in disguise
	}
	return i < idLength || !isWholeID(text[i-idLength:i])
}

// wordGoesOn is wordGoesOnBefore for what ends at i.
func wordGoesOn(text []byte, i int) bool {
	if !wordBeginsAt(text, i) || text[i] == markWord || text[i] == markNumber && i+1 < len(text) && text[i+1] == markWord {
		return false
	}
	return i+idLength > len(text) || !isWholeID(text[i:i+idLength])
}

// idLength is the length of an identity number in one piece.
const idLength = idDigits + 1

// isWholeID says whether a word of idLength bytes is a DNI, NIE or CIF in capitals whose
// control holds.
func isWholeID(word []byte) bool {
	first, last := word[0], word[idLength-1]
	if !isDigit(first) && !isCapital(first) || !isDigit(last) && !isCapital(last) || digitsEnd(word, 1) < idDigits {
		return false
	}
	i := 0
	if !isDigit(first) {
		i = 1
	}
	n, ok := readID(word, i)
	if !ok {
		return false
	}
	if d, ok := plainDNI(word, &n); ok {
		return d.Start == 0 && d.End == idLength
	}
	c, ok := plainCIF(word, &n)
	return ok && c.Start == 0 && c.End == idLength
}

// touchesNumber says whether one of the findings, which are covered, touches a word with
// a digit in it: that may be a value, now that it stands beside one.
func touchesNumber(text []byte, found []core.Finding) bool {
	const near = 1 + maxSeparator + 1 // a letter, what may stand between, a digit
	for _, f := range found {
		before, after := text[max(0, f.Start-near):f.Start], text[f.End:min(len(text), f.End+near)]
		if wordEndsAt(text, f.Start) && digitWithin(before) || wordBeginsAt(text, f.End) && digitWithin(after) {
			return true
		}
	}
	return false
}

func digitWithin(text []byte) bool {
	for _, c := range text {
		if isDigit(c) {
			return true
		}
	}
	return false
}
