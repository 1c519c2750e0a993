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
