// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// margin is as wide as the longest word that begins a line, which is warn, and a space.
const margin = "     "

// narrowest is the least width for which lines are divided, in columns.
const narrowest = 40

// usualWidth is that of a terminal that does not tell.
const usualWidth = 80

// page is what a person reads.
type page struct {
	out    io.Writer
	width  int // in columns; 0 where it is no terminal: there every line is whole
	colour bool
}

// pageOn returns the page on an output: a terminal, or a file or a pipe. NO_COLOR is that
// of no-color.org.
func pageOn(out io.Writer) page {
	p := page{out: out}
	f, ok := out.(*os.File)
	if !ok {
		return p
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return p
	}
	p.width = max(narrowest, widthOf(f))
	p.colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return p
}

// waits says on a terminal what is being waited for, until done is called.
func waits(on *os.File, text string) (done func()) {
	if p := pageOn(on); p.width == 0 || os.Getenv("TERM") == "dumb" || len(text) >= p.width {
		return func() {}
	}
	const clear = "\r\x1b[K"
	_, _ = io.WriteString(on, clear+text) // it is no part of the result
	return func() { _, _ = io.WriteString(on, clear) }
}

// lines renders a word in a colour, a text and a command. On a terminal the text is
// divided at words, its further lines behind an indentation, and the command stands on a
// line of its own.
func (p page) lines(word, code, text, command, indent string) string {
	text, command = visible(text), visible(command)
	whole := text
	if command != "" {
		whole += " " + command
	}
	head := word
	if p.colour && word != "" {
		head = fmt.Sprintf("\x1b[%sm%s\x1b[0m", code, word)
	}
	if p.width == 0 || utf8.RuneCountInString(word+whole) < p.width {
		return head + whole + "\n"
	}
	lines := fold(word+text, p.width-1, indent)
	if command != "" {
		lines += "\n" + indent + "  " + command
	}
	return head + strings.TrimPrefix(lines, word) + "\n"
}

// fold divides a text at its spaces into lines of at most width signs. A longer word is
// left whole: it can be copied so.
func fold(text string, width int, indent string) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Split(text, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > width && column > len(indent):
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

// visible writes the signs that a terminal would obey, as a path may hold them.
func visible(text string) string {
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
