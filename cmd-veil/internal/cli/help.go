// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/nearest"
)

// helpCommand is help on what stands beside it: veil help sessions purge, and
// veil sessions help purge.
func helpCommand(s streams, above string) *urfave.Command {
	return &urfave.Command{
		Name: "help", Aliases: []string{"h"}, Hidden: above != "veil",
		Usage: "say how veil, or one command, is called", ArgsUsage: "[COMMAND]...",
		Action: func(_ context.Context, c *urfave.Command) error {
			lineage := c.Lineage()
			return s.helpOn(lineage[1], above, c.Args().Slice())
		},
	}
}

// helpOn prints the help on the command that the words call below c, which path calls.
func (s streams) helpOn(c *urfave.Command, path string, words []string) error {
	for _, word := range words {
		sub := c.Command(word)
		if sub == nil {
			if path == "veil" {
				return &usageError{"no help on that", hintCommands(c, path, word)}
			}
			return noCommand(c, path, word)
		}
		c, path = sub, path+" "+sub.Name
	}
	return printHelp(s.out, c, path)
}

// noCommand is the error for a word that is no command below c, which path calls. It may be
// a value in the wrong place, and is said again only if it looks like a command.
func noCommand(c *urfave.Command, path, word string) error {
	what := "no such command"
	if looksLikeCommand(word) {
		what += ": " + strings.TrimSpace(strings.TrimPrefix(path, "veil")+" "+word)
	}
	return &usageError{what, hintCommands(c, path, word)}
}

// looksLikeCommand says whether a word is spelled as commands are: in letters and hyphens
// of ASCII.
func looksLikeCommand(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
}

// shown are the commands below a command that are listed.
func shown(c *urfave.Command) []*urfave.Command {
	return slices.DeleteFunc(slices.Clone(c.Commands), func(sub *urfave.Command) bool { return sub.Hidden })
}

// hintCommands says which command may be meant, and how to see all.
func hintCommands(c *urfave.Command, path, word string) string {
	var names []string
	for _, sub := range shown(c) {
		names = append(names, sub.Name)
	}
	hint := "veil help lists the commands"
	switch {
	case len(names) == 0:
		return "veil help " + strings.TrimPrefix(path, "veil ") + " shows the usage"
	case path != "veil":
		hint = "veil help " + strings.TrimPrefix(path, "veil ") + " lists them"
	}
	return didYouMean(path+" ", nearest.Name(word, names)) + hint
}

// didYouMean is the beginning of a hint; nothing if nothing is near.
func didYouMean(before, name string) string {
	if name == "" {
		return ""
	}
	return "did you mean " + before + name + "? "
}

// withHelp gives the command the option. Main answers to it before the library, which has
// another form of help, can.
func withHelp(c *urfave.Command) {
	c.HideHelp = true
	c.Flags = append(c.Flags, &urfave.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "show help", Local: true})
}

// helpWidth is how wide help is, in columns, and helpIndent how far it stands from the
// left.
const (
	helpWidth  = 80
	helpIndent = 3
)

// printHelp prints how a command is called.
func printHelp(w io.Writer, c *urfave.Command, path string) error {
	var b strings.Builder
	section := func(title string, rows [][2]string) {
		if len(rows) > 0 {
			b.WriteString("\n" + title + ":\n" + table(rows))
		}
	}
	b.WriteString("NAME:\n" + wrapped(path+" - "+c.Usage, helpIndent+len(path+" - "), helpIndent))
	b.WriteString("\nUSAGE:\n" + wrapped(synopsis(c, path), helpIndent, helpIndent))
	if c.Description != "" {
		b.WriteString("\nDESCRIPTION:\n" + indented(reflow(c.Description, helpWidth-helpIndent)))
	}
	var subs, options [][2]string
	for _, sub := range shown(c) {
		subs = append(subs, [2]string{strings.Join(sub.Names(), ", "), sub.Usage})
	}
	for _, flag := range c.VisibleFlags() {
		name, usage, _ := strings.Cut(flag.String(), "\t")
		options = append(options, [2]string{name, usage})
	}
	section("COMMANDS", subs)
	section("OPTIONS", options)
	_, err := io.WriteString(w, b.String())
	return err
}

// synopsis is how the command that path calls is called.
func synopsis(c *urfave.Command, path string) string {
	switch {
	case len(shown(c)) > 0 && c.ArgsUsage == "":
		return path + " COMMAND [options] [argument]..."
	case len(shown(c)) > 0:
	case !c.SkipFlagParsing && len(c.VisibleFlags()) > 1:
		path += " [options]"
	}
	return strings.TrimSpace(path + " " + c.ArgsUsage)
}

// table sets rows of two columns, the second wrapped.
func table(rows [][2]string) string {
	width := 0
	for _, row := range rows {
		width = max(width, utf8.RuneCountInString(row[0]))
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(wrapped(fmt.Sprintf("%-*s  %s", width, row[0], row[1]), helpIndent+width+2, helpIndent))
	}
	return b.String()
}

// wrapped sets one line of text: its first line first columns from the left, the further
// ones further.
func wrapped(text string, further, first int) string {
	head, tail := text, ""
	if utf8.RuneCountInString(text) > helpWidth-first {
		cut := strings.LastIndexByte(text[:helpWidth-first+1], ' ')
		if cut > further-first {
			head, tail = text[:cut], text[cut+1:]
		}
	}
	line := strings.Repeat(" ", first) + head + "\n"
	if tail == "" {
		return line
	}
	return line + wrapped(tail, further, further)
}

// indented sets each line of text helpIndent columns from the left.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text + "\n") {
		b.WriteString(strings.Repeat(" ", helpIndent) + line)
	}
	return b.String()
}

// reflow breaks text anew into lines of at most width columns. A line that is set in
// stays as it is.
func reflow(text string, width int) string {
	var lines []string
	open := false // the last line may grow
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == ' ' {
			lines, open = append(lines, line), false
			continue
		}
		for word := range strings.FieldsSeq(line) {
			if last := len(lines) - 1; open && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
				lines[last] += " " + word
				continue
			}
			lines, open = append(lines, word), true
		}
	}
	return strings.Join(lines, "\n")
}
