// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// The bounds of an encoded run, in characters. The shortest holds a DNI in
// base64, the next one a DNI in UTF-16: from fullRun on, a run may hold what is
// not text. From wrapRun on it may be the first line of a wrapped block.
const (
	minRun  = 12
	fullHex = 1 + 2*minWithin
	fullRun = 24
	wrapRun = 40
	// maxPadding is how many "=" end a run.
	maxPadding = 2
)

// run is a range of text that may be encoded data: digits of base64 or
// hexadecimal ones, perhaps over several lines, and their padding.
type run struct {
	start, end int
	// What follows is counted for runs of at least fullRun characters.
	chars   int             // without breaks and padding
	varied  int             // of these, how many differ from the one before
	changes int             // of class: capital, small, digit, sign
	classes [classCount]int // how many of the varied ones are of each
	hex     bool            // hexadecimal digits alone
	decimal bool            // decimal digits alone
}

// readRun reads the run that begins with the given stretch of digits. A letter
// of another alphabet beside it rules it out, as it would be beside its token.
func readRun(text []byte, start, end int) (run, bool) {
	start = behindRoot(text, slashStart(text, start), end)
	if !isByteColumn(text, start, end) {
		start = min(end, escapeEnd(text, start))
	}
	if wordEndsAt(text, start) {
		mark := isMark(text[start-1])
		for start < end && isSign(text[start]) {
			start++
			mark = true
		}
		if !mark {
			return run{}, false
		}
	}
	end = wrappedEnd(text, start, end)
	bare := end
	if end = paddingEnd(text, end); end == bare && (wordBeginsAt(text, end) || end < len(text) && text[end] == '(') {
		for end = labelStart(text, start, end); end > start && isSign(text[end-1]); {
			end--
		}
		if end < len(text) && wordBeginsAt(text, end) && !isMark(text[end]) {
			return run{}, false
		}
	}
	r := run{start: start, end: end}
	if end-start >= fullRun {
		r.count(text)
	}
	return r, end-start >= minRun
}

// behindRoot returns where text[start:end] goes on behind the root of a server's path:
// ana@clinica.es:/var/. That is no part of encoded data, and says what stands before it.
func behindRoot(text []byte, start, end int) int {
	if start == 0 || text[start-1] != ':' || text[start] != '/' || !isRootPath(text[start+1:end]) {
		return start
	}
	return min(end, start+1+smallLetters(text[start+1:end])+1)
}

// labelStart returns the beginning of the label at the end of text[start:end] that what is
// covered right behind it has, or end.
func labelStart(text []byte, start, end int) int {
	if end == len(text) || !isMark(text[end]) {
		return end
	}
	for at := end; at > start && end-at < minRun; at-- {
		if isSign(text[at-1]) {
			if isLabel(text[at:end]) {
				return at
			}
			break
		}
	}
	return end
}

// isByteColumn says whether text[start:end] is x and hexadecimal digits: \x as
// PostgreSQL has it, not the escape sequence of one byte.
func isByteColumn(text []byte, start, end int) bool {
	if text[start] != 'x' || end-start < fullHex {
		return false
	}
	for _, c := range text[start+1 : start+fullHex] {
		if hexDigit(c) > 15 {
			return false
		}
	}
	return true
}

// isSign says whether a digit of base64 is neither a letter nor a decimal digit.
func isSign(c byte) bool {
	switch c {
	case '+', '/', '-', '_':
		return true
	}
	return false
}

// wrappedEnd returns where the block ends whose first line is text[start:end]:
// its lines have one length, but for the last.
func wrappedEnd(text []byte, start, end int) int {
	for at := slashEnd(text, end); at > end; at = slashEnd(text, end) {
		end = at
	}
	width := end - start
	if width < wrapRun || isDigest(text[start:end]) {
		return end
	}
	for {
		next := breakEnd(text, end)
		if next == end {
			return end
		}
		last := sextetsEnd(text, next)
		for at := slashEnd(text, last); at > last; at = slashEnd(text, last) {
			last = at
		}
		switch n := last - next; {
		case n == width:
			end = last
		case n > 0 && n < width && isLastLine(text, next, last):
			return last
		default:
			return end
		}
	}
}

// slashEnd goes on over the "\/" that some JSON has for a slash.
func slashEnd(text []byte, i int) int {
	if i+1 < len(text) && text[i] == '\\' && text[i+1] == '/' {
		return sextetsEnd(text, i+1)
	}
	return i
}

// slashStart goes back over what slashEnd goes on over.
func slashStart(text []byte, i int) int {
	for i > 1 && text[i] == '/' && text[i-1] == '\\' && isSextet(text[i-2]) {
		for i--; i > 0 && isSextet(text[i-1]); i-- {
		}
	}
	return i
}

// isLastLine says whether a shorter line ends a block, and is no word below it.
// What goes on behind it on the same line is a sentence or code that quotes the
// block, if the line is whole.
func isLastLine(text []byte, start, end int) bool {
	if end < len(text) && text[end] == '=' {
		return paddingEnd(text, end) > end // and not the name in "url=https"
	}
	line := run{start: start, end: end}
	line.count(text)
	if line.chars%4 != 0 && line.isWords(text) {
		return false
	}
	if end == len(text) || bytes.IndexByte([]byte("\r\n\\\"'`"), text[end]) >= 0 {
		return true
	}
	if line.chars%4 != 0 || line.classes[classSmall] == line.varied || wordBeginsAt(text, end) {
		return false
	}
	return text[end] != ' ' || !line.isWords(text)
}

// isDigest says whether a line is a digest in hexadecimal: a list of those is no
// block.
func isDigest(line []byte) bool {
	switch len(line) {
	case 40, 48, 56, 64, 96, 128:
		for _, c := range line {
			if hexDigit(c) > 15 {
				return false
			}
		}
		return true
	}
	return false
}

// breakEnd returns the end of what may stand between two parts of a run at i, or
// i if nothing does: a line end with quotation marks and indentation round it,
// or the backslash before a slash.
func breakEnd(text []byte, i int) int {
	if i >= len(text) || isSextet(text[i]) {
		return i
	}
	if text[i] == '\\' && i+1 < len(text) && text[i+1] == '/' {
		return i + 1
	}
	at := skipAny(text, i, "\"'`", 1)
	at = skipAny(text, at, " \t", maxIndent)
	if lineEnd(text, at) == at {
		at = skipAny(text, at, `+\`, 1)
	}
	end := lineEnd(text, at)
	if end == at {
		return i
	}
	return skipAny(text, end, " \t\"'`>#*|", 2*maxIndent)
}

// skipAny goes on over at most n bytes that are among the given ones.
func skipAny(text []byte, i int, among string, n int) int {
	for ; n > 0 && i < len(text) && bytes.IndexByte([]byte(among), text[i]) >= 0; n-- {
		i++
	}
	return i
}

// count looks at each character. A capital before small letters begins a word,
// which is no change of class.
func (r *run) count(text []byte) {
	r.hex, r.decimal = true, true
	from := r.start + hexPrefix(text[r.start:r.end])
	before := classNone
	for i := from; i < r.end; i++ {
		if !isSextet(text[i]) {
			if i = breakEnd(text, i); i >= r.end || !isSextet(text[i]) {
				break
			}
		}
		c := text[i]
		class := classOf(c)
		r.chars++
		if i == from || c != text[i-1] {
			r.varied++
			r.classes[class]++
		}
		if class != before && before != classNone && (before != classCapital || class != classSmall) {
			r.changes++
		}
		before = class
		r.decimal = r.decimal && class == classDigit
		r.hex = r.hex && hexDigit(c) <= 15
	}
	if !r.hex && from > r.start {
		r.chars += from - r.start
	}
}

// isWords says whether a run reads like names, paths and numbers: its characters
// seldom change their class, or it lacks capitals, small letters or digits.
func (r *run) isWords(text []byte) bool {
	if r.beginsReadable(text) {
		return false
	}
	if r.decimal || r.hex {
		return r.decimal
	}
	rarest := min(r.classes[classCapital], r.classes[classSmall], r.classes[classDigit])
	if r.changes*5 > r.varied && (rarest*32 > r.varied || r.varied < wrapRun) {
		return false
	}
	// What is packed well, as blanks are, looks regular.
	for _, packed := range []string{"H4sI", "eJ", "eN"} { // gzip, zlib
		if bytes.HasPrefix(text[r.start:], []byte(packed)) {
			return false
		}
	}
	return true
}

// charClass is what a character of a run is.
type charClass uint8

const (
	classNone charClass = iota
	classCapital
	classSmall
	classDigit
	classSign
	classCount
)

func classOf(c byte) charClass {
	switch {
	case isLower(c):
		return classSmall
	case isLetter(c):
		return classCapital
	case isDigit(c):
		return classDigit
	}
	return classSign
}
