// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// maxIndent is how many blanks may stand round a line end within a value.
const maxIndent = 8

// maxLineMarks is how many marks of a quotation or a comment may begin a line.
const maxLineMarks = 4

// ibanSeparator returns the width of what may stand between two characters of an
// IBAN, and whether it ends a line. Forms print two blanks.
func ibanSeparator(text []byte, i int) (width int, line bool) {
	if i >= len(text) || isDigit(text[i]) || isLetter(text[i]) {
		return 0, false
	}
	if text[i] == '.' {
		return 1, false
	}
	if width := hyphenAt(text, i); width > 0 {
		return width, false
	}
	at := skipIndent(text, i)
	end := lineEnd(text, at)
	if end == at {
		width := blankAt(text, i)
		return width + blankAt(text, i+width), false
	}
	return skipLineMarks(text, skipIndent(text, end)) - i, true
}

// skipIndent returns the end of the blanks and tabs at i.
func skipIndent(text []byte, i int) int {
	for range maxIndent {
		switch {
		case blankAt(text, i) > 0:
			i += blankAt(text, i)
		case i < len(text) && text[i] == '\t':
			i++
		case bytes.HasPrefix(text[min(i, len(text)):], []byte(`\t`)):
			i += len(`\t`)
		default:
			return i
		}
	}
	return i
}

// skipLineMarks returns the end of the marks at i that begin each line of a
// quotation, a comment, a table or a diff, and of the blanks after them.
func skipLineMarks(text []byte, i int) int {
	for range maxLineMarks {
		if i >= len(text) || bytes.IndexByte([]byte(">|*/#-;%+"), text[i]) < 0 {
			return i
		}
		i = skipIndent(text, i+1)
	}
	return i
}

// isDiffMark says whether "+" or "-" at i begins a line, as in a diff.
func isDiffMark(text []byte, i int) bool {
	return (text[i] == '+' || text[i] == '-') && (i == 0 || text[i-1] == '\n' || i > 1 && text[i-1] == 'n' && text[i-2] == '\\')
}

// lineEnd returns the end of the line end at i, which may be an escaped one or that
// of HTML, or i if none stands there.
func lineEnd(text []byte, i int) int {
	if i >= len(text) || bytes.IndexByte([]byte("\n\r\\<"), text[i]) < 0 {
		return i
	}
	for _, end := range []string{"\n", "\r\n", `\n`, `\r\n`, `\\n`, `\\r\\n`, `\u000a`, "<br>", "<br/>", "<br />"} {
		if bytes.HasPrefix(text[i:], []byte(end)) {
			return i + len(end)
		}
	}
	return i
}
