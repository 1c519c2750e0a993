// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode"
	"unicode/utf8"

	"github.com/veil-guard/veil/core"
)

// letterEndsAt is wordEndsAt but for what is covered: a value may stand right behind a
// token, where nothing was written between two columns.
func letterEndsAt(text []byte, i int) bool {
	if !wordEndsAt(text, i) {
		return false
	}
	for text[i-1] >= utf8.RuneSelf && !isMark(text[i-1]) { // an accent is no letter by itself
		r, width := decodeRuneBefore(text, i)
		if i -= width; i == 0 || !unicode.Is(unicode.Mn, r) {
			return true
		}
	}
	return !isCover(text[i-1])
}

// letterBeginsAt is letterEndsAt for what begins at i.
func letterBeginsAt(text []byte, i int) bool {
	if !wordBeginsAt(text, i) {
		return false
	}
	for text[i] >= utf8.RuneSelf && !isMark(text[i]) {
		r, width := decodeRune(text, i)
		if i += width; i == len(text) || !unicode.Is(unicode.Mn, r) {
			return true
		}
	}
	return !isCover(text[i])
}

// wordGoesOnBefore says whether what begins at i may be the rest of a longer word. A
// token and a whole identity number right before it are no part of it: values stand so
// where nothing was written between two columns.
func wordGoesOnBefore(text []byte, i int) bool {
	if !letterEndsAt(text, i) {
		return false
	}
	return i < idLength || !isWholeID(text[i-idLength:i])
}

// wordGoesOn is wordGoesOnBefore for what ends at i.
func wordGoesOn(text []byte, i int) bool {
	if !letterBeginsAt(text, i) {
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

// touchesNumber says whether one of the findings, which are covered, touches a word that
// goes on as a number, or a sign that a telephone number begins with: that may be a value,
// now that it stands beside one.
func touchesNumber(text []byte, found []core.Finding) bool {
	for _, f := range found {
		if wordEndsAt(text, f.Start) && digitBefore(text, f.Start) {
			return true
		}
		if f.End < len(text) && (text[f.End] == '+' || text[f.End] == '(' || wordBeginsAt(text, f.End)) && digitAfter(text, f.End) {
			return true
		}
	}
	return false
}

// digitBefore says whether a digit stands before i, with letters between as a label or a
// number has them, and perhaps a separator.
func digitBefore(text []byte, i int) bool {
	for end := max(0, i-maxCue); i > end && isLabelLetter(text[i-1]); {
		i--
	}
	i -= gapBefore(text, i)
	return i > 0 && isDigit(text[i-1])
}

// digitAfter is digitBefore for what begins at i, also with what a telephone number begins
// with.
func digitAfter(text []byte, i int) bool {
	for end := min(len(text), i+maxCue); i < end && (isLabelLetter(text[i]) || text[i] == '+' || text[i] == '('); {
		i++
	}
	_, width := numberSeparator(text, i)
	return i+width < len(text) && isDigit(text[i+width])
}

// isLabelLetter says whether c may stand in a label: a letter, or a part of one beyond ASCII.
func isLabelLetter(c byte) bool { return isLetter(c) || c >= utf8.RuneSelf && !isMark(c) }

// touchesCredential says whether one of the findings, which are covered, touches what may
// be a credential, now that it stands beside one.
func touchesCredential(text []byte, found []core.Finding) bool {
	for _, f := range found {
		before, after := text[max(0, f.Start-minCredentialRun):f.Start], text[f.End:min(len(text), f.End+minCredentialRun)]
		if len(before) == minCredentialRun && !endsPath(before) && onlyOf(before, isCredentialEnd) ||
			len(after) == minCredentialRun && wordBeginsAt(after, 0) && onlyOf(after, isCredentialBegin) {
			return true
		}
	}
	return false
}

func isCredentialEnd(c byte) bool { return bearer.has(c) || c == '=' }

// endsPath says whether text ends with a stroke: a credential seldom does.
func endsPath(text []byte) bool { return text[len(text)-1] == '/' }

func isCredentialBegin(c byte) bool { return base64URL.has(c) || c == '.' || c == ':' }
