// SPDX-License-Identifier: Apache-2.0

package detectors

// colouredHead returns the part of a local part that stands before a terminal
// sequence, where the rest of it begins at i; both are i if there is none. A word
// that ends before the sequence is one of its own unless it has a digit or a sign
// in it.
func colouredHead(text []byte, i int) (start, end int) {
	end = sequencesStart(text, i)
	if end == i || !withinValue(text, end, i) {
		return i, i
	}
	start = localStart(text, end)
	for at := start; at < end; at++ {
		if isDigit(text[at]) || at > start && at < end-1 && !isWordByte(text[at]) {
			return start, end
		}
	}
	return i, i
}

// sequencesStart returns where the terminal sequences begin that end right before
// i, or i.
func sequencesStart(text []byte, i int) int {
	for {
		open := i - 1
		for open > 0 && i-open < maxEscape && text[open] != '[' {
			open--
		}
		if open < 1 || text[open] != '[' || open+1+terminalWidth(text[open+1:i]) != i {
			return i
		}
		esc := escStart(text, open)
		if esc == open {
			return i
		}
		i = esc
	}
}

// escStart returns where the spelling of ESC begins that ends right before i, with
// all its backslashes, or i.
func escStart(text []byte, i int) int {
	if text[i-1] == 0x1B {
		return i - 1
	}
	for at := i - 1; at >= 0 && i-at <= len(`\u001b`); at-- {
		if text[at] != '\\' {
			continue
		}
		if spelledESC(text, at+1) != i {
			return i
		}
		for at > 0 && text[at-1] == '\\' {
			at--
		}
		return at
	}
	return i
}

// withinWords says whether two words of a name may stand on both sides of a range, with
// what may stand between such words on one line, and with more terminal sequences. One
// of them has a letter there: numbers are told apart by withinNumber.
func withinWords(text []byte, start, end int) bool {
	for n := 0; n < maxNameGap && start > 0 && isNameSign(text[start-1]); n++ {
		start--
	}
	for n := 0; n < maxNameGap; n++ {
		end = sequencesEnd(text, end)
		if end == len(text) || !isNameSign(text[end]) {
			break
		}
		end++
	}
	return start > 0 && end < len(text) && isWordByte(text[start-1]) && isWordByte(text[end]) &&
		!isMark(text[start-1]) && !isMark(text[end]) && (!isDigit(text[start-1]) || !isDigit(text[end]))
}

func isNameSign(c byte) bool {
	switch c {
	case ' ', '\t', ',', '\'':
		return true
	}
	return false
}

// sequencesEnd returns the end of the terminal sequences that begin at i, or i. Few stand
// between two words.
func sequencesEnd(text []byte, i int) int {
	for range maxNameGap {
		esc := escAt(text, i)
		if esc == i || text[esc] != '[' {
			return i
		}
		width := terminalWidth(text[esc+1:])
		if width == 0 {
			return i
		}
		i = esc + 1 + width
	}
	return i
}
