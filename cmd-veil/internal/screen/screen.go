// SPDX-License-Identifier: Apache-2.0

// Package screen knows what a person's terminal takes: its width and colours, and texts
// that neither run over its edge nor move its cursor.
package screen

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// narrowest is the least width for which lines are divided, in columns.
const narrowest = 40

// usualWidth is that of a terminal that does not tell.
const usualWidth = 80

// Of returns the width of the terminal that an output is, in columns, or 0 if it is none;
// and whether it takes colours (NO_COLOR is that of no-color.org).
func Of(out io.Writer) (width int, colour bool) {
	f, ok := out.(*os.File)
	if !ok {
		return 0, false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return 0, false
	}
	return max(narrowest, widthOf(f)), os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Fold divides the lines of a text at spaces, so that each ends before column width; the
// text begins in column at, and its further lines behind an indentation. A word that is
// longer is left whole: it can be copied so. For a width of 0 nothing is divided.
func Fold(text string, at, width int, indent string) string {
	var b strings.Builder
	column := at
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteString("\n" + indent)
			column = utf8.RuneCountInString(indent)
		}
		for j, word := range strings.Split(line, " ") {
			n := utf8.RuneCountInString(word)
			switch {
			case j == 0:
			case width > 0 && column+1+n >= width:
				b.WriteString("\n" + indent)
				column = utf8.RuneCountInString(indent)
			default:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += n
		}
	}
	return b.String()
}

// Waits says on a terminal what is being waited for, until done is called.
func Waits(on io.Writer, text string) (done func()) {
	if width, _ := Of(on); len(text) >= width || os.Getenv("TERM") == "dumb" {
		return func() {}
	}
	const clear = "\r\x1b[K"
	_, _ = io.WriteString(on, clear+text) // it is no part of the result
	return func() { _, _ = io.WriteString(on, clear) }
}

// Visible writes the signs that a terminal would obey or not show, as a path may hold
// them.
func Visible(text string) string {
	if !strings.ContainsFunc(text, isHidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isHidden(r) {
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isHidden(r rune) bool { return !unicode.IsPrint(r) }
