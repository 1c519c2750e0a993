// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"unicode/utf8"
)

// spellsSign says whether "=" and two digits in a range stand for the sign c, and
// not for a number: status=200.
func spellsSign(text []byte, start, end int, c byte) bool {
	if start == 0 || end == len(text) {
		return c != ' ' && c != '@'
	}
	next, before := text[end], beforeSoftBreak(text, start)
	switch {
	case c == '@':
		if next >= utf8.RuneSelf && isDigit(afterInvisible(text, end)) && followsLabel(text, start) {
			return false
		}
		return before > 0 && isValueByte(text[before-1]) && (next == '=' || isWordByte(next) && !isDigit(next))
	case isDigit(next) && isDigit(text[end-1]):
		return c == ' ' && digitsEnd(text[:min(len(text), end+leastDigits)], end)-end == leastDigits
	case c == ' ':
		return next == '=' || isValueByte(next)
	}
	return !isDigit(text[end-1]) || quotedPrintable.inRun(text, start, end, 2)
}

// followsLabel says whether the word right before i is the label of a value of any kind.
func followsLabel(text []byte, i int) bool {
	before := text[max(0, i-maxCue):i]
	return isLabel(before[wordStart(before):])
}

// afterInvisible returns the byte behind the invisible signs at i, 0 if none stands there:
// matricula=40, U+FEFF, 47-PVH.
func afterInvisible(text []byte, i int) byte {
	if i = invisibleEnd(text, i); i == len(text) {
		return 0
	}
	return text[i]
}

// invisibleEnd returns the end of the invisible signs at i.
func invisibleEnd(text []byte, i int) int {
	for i < len(text) && text[i] >= utf8.RuneSelf {
		r, width := utf8.DecodeRune(text[i:])
		if !isInvisible(r) {
			break
		}
		i += width
	}
	return i
}

// mixesCase says whether the letter c of Latin-1, which a range may spell, is a
// capital after a small letter, or a small one before a capital: pasaporte=DAG123456.
func mixesCase(text []byte, start, end int, c byte) bool {
	if c < 0xE0 {
		return start > 0 && isLower(text[start-1])
	}
	return end < len(text) && isLetter(text[end]) && !isLower(text[end])
}

// continuesValue says whether c, which "=" and two digits in a range may stand
// for, is part of a value: a digit after a digit, a letter between letters, a
// letter at the end of a number. What is covered does not go on.
func continuesValue(text []byte, start, end int, c byte) bool {
	if !followsValue(text, start) || isMark(text[start-1]) {
		return false
	}
	var next byte
	if end < len(text) {
		next = text[end]
	}
	before := text[start-1]
	switch afterLetter := isWordByte(before) && !countsAsDigit(before); {
	case isDigit(c):
		return !afterLetter && before != '@'
	case afterLetter || before == '@':
		return isLetter(next) || isMark(next) || next == '='
	}
	return !isWordByte(next)
}

// mailColumns is the length of a full line of quoted-printable, at the least: lines
// have up to 76 characters, and encoders do not break within what spells a byte.
const mailColumns = 70

// digestSize is the length of a SHA-256 digest in base64, without its padding.
const digestSize = 43

// mailLineEnd returns the end of the soft line break at i, or i. The line end may be
// an escaped one.
func mailLineEnd(text []byte, i int) int {
	if i+1 >= len(text) || text[i] != '=' || text[i+1] == '<' {
		return i
	}
	if end := lineEnd(text, i+1); end > i+1 {
		return end
	}
	return i
}

// softBreak reads a line end that quoted-printable puts within a word or a number.
// The "=" of one that is the padding of a digest ends no line of mail.
func softBreak(text []byte, i int) disguise {
	end := mailLineEnd(text, i)
	if end == i || i == 0 || end >= len(text) || endsDigest(text, i) {
		return disguise{}
	}
	before, after := text[i-1], text[end]
	if isLower(before) && (isLower(after) || after == '.' || after == '@') || goesOver(text, i, end) {
		return disguise{width: end - i}
	}
	return disguise{}
}

// goesOver says whether a value goes on over the soft line break text[i:end]: not
// if the "=" ends a key that has no value. A blank may stand on one side of it.
func goesOver(text []byte, i, end int) bool {
	last, next := i-1, end
	switch {
	case text[last] == ' ' && last > 0:
		last--
	case text[next] == ' ' && next+1 < len(text):
		next++
	}
	_, spelled := quotedPrintable.byteAt(text, next)
	if !isMailByte(text[last]) || spelled == 0 && !isMailByte(text[next]) && !endsEscapedLine(text, next) {
		return false
	}
	return !endsKey(text, last+1)
}

// endsEscapedLine says whether a line end of JSON within JSON stands at i, as between the
// lines of a private key.
func endsEscapedLine(text []byte, i int) bool { return text[i] == '\\' && lineEnd(text, i) > i }

// isMailByte says whether a value that a line break splits may have c beside it.
func isMailByte(c byte) bool {
	return isValueByte(c) && !isMark(c) || bytes.IndexByte([]byte("/,()"), c) >= 0
}

// beforeSoftBreak returns where the soft line break begins that ends right before
// i, or i.
func beforeSoftBreak(text []byte, i int) int {
	for _, end := range []string{"=\n", "=\r\n", `=\n`, `=\r\n`, `=\\n`, `=\\r\\n`} {
		if bytes.HasSuffix(text[:i], []byte(end)) {
			return i - len(end)
		}
	}
	return i
}

// endsDigest says whether a digest in base64 ends at i, as in go.sum.
func endsDigest(text []byte, i int) bool {
	if i <= digestSize || text[i-digestSize-1] != ':' {
		return false
	}
	return sextetsEnd(text[:i], i-digestSize) == i
}

// endsKey says whether a line has nothing but a word before i, and is not full.
func endsKey(text []byte, i int) bool {
	line := text[max(0, i-mailColumns):i]
	if n := bytes.LastIndexByte(line, '\n'); n >= 0 {
		line = line[n+1:]
	} else if i > mailColumns {
		return false
	}
	for _, c := range line {
		if !isLetter(c) && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}
