// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/plural"
	"github.com/veil-guard/veil/cmd-veil/internal/screen"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
)

// maxChecked bounds a file that check reads: 1 GiB.
const maxChecked = 1 << 30

func checkCommand(s streams) *urfave.Command {
	return &urfave.Command{
		Name:      "check",
		Usage:     "say where files hold personal data; exit code 1 if they do",
		ArgsUsage: "[FILE|DIRECTORY|-]...",
		Description: "Prints one line a finding: file:line:column: kind, and what veil makes of it where a\n" +
			"host sends the text. The value is never printed. Without arguments, or for -,\n" +
			"standard input is read. Directories are read whole, but for .git, links and pipes. Of a\n" +
			"binary file the text in it is searched. Of many findings of a kind in one file the\n" +
			"first are listed.\n\n" +
			"Kinds: DNI (with NIE), CIF (tax numbers of firms), IBAN, TARJETA (cards), EMAIL,\n" +
			"TEL (phones), NSS (social security), PASAPORTE, MATRICULA (licence plates), NOMBRE\n" +
			"(names of your catalogue), SECRETO (keys, passwords), BLOB (encoded data).",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "json", Usage: "print one JSON object a line, with byte offsets"},
			&urfave.BoolFlag{Name: "all", Usage: "list every finding"},
		},
		Action: func(_ context.Context, c *urfave.Command) error {
			return check(s, c.Args().Slice(), checkOptions{json: c.Bool("json"), all: c.Bool("all")})
		},
	}
}

// checkOptions say how findings are listed.
type checkOptions struct{ json, all bool }

// check reports the findings in the named files.
func check(s streams, names []string, o checkOptions) error {
	setup, err := assemble.LoadHere()
	if err != nil {
		return err
	}
	set, err := setup.Detectors()
	if err != nil {
		return err
	}
	c := checker{streams: s, set: set, print: printLine, listed: mostListed, kinds: map[core.Kind]int{}}
	if o.json {
		c.print, c.json = printJSON, true
	}
	if o.json || o.all {
		c.listed = math.MaxInt
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	for i, name := range names {
		c.path(name, i+1)
	}
	c.summarise()
	switch {
	case c.err != nil:
		return c.err
	case c.unread > 0:
		return codeError(exitUsage)
	case c.found > 0:
		return codeError(exitFound)
	}
	return nil
}

type checker struct {
	streams
	set   *detectors.Set
	print func(w io.Writer, at location, f core.Finding) error
	// listed is how many findings of a kind are listed for each file.
	listed int
	walked bool // a directory is among the names
	json   bool
	// How many files there are, and of these how many hold findings, cannot be read
	// or are binary.
	files, holding, unread, binary int
	// How many findings there are, in all and of each kind, and how many encoded
	// runs in which nothing can be read: those are no findings here.
	found, opaque int
	kinds         map[core.Kind]int
	err           error // standard output cannot be written
}

// mostListed keeps a list of authors or of test data from burying the rest.
const mostListed = 10

// path checks a file, a directory or standard input: the argument with number n.
func (c *checker) path(name string, n int) {
	if name == "-" {
		c.await(awaitCheck)
		text, err := io.ReadAll(io.LimitReader(c.in, maxChecked))
		c.text("-", text, err)
		return
	}
	walkErr := filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && path == name:
			c.absent(name, n, err)
			return nil
		case err != nil:
			c.text(path, nil, err)
			return nil
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.IsDir():
			c.walked = true
			return nil
		case path != name && !entry.Type().IsRegular():
			return nil
		}
		text, err := config.ReadRegular(path, maxChecked)
		if err != nil && path == name {
			c.absent(name, n, err)
			return nil
		}
		c.text(path, text, err)
		return c.err
	})
	if walkErr != nil && c.err == nil {
		c.err = walkErr
	}
}

// text checks what one file holds.
func (c *checker) text(name string, text []byte, err error) {
	if err != nil {
		c.unread++
		c.complain(name+": cannot be read: "+config.Cause(err), "")
		return
	}
	c.files++
	name = c.shown(name)
	at := location{file: name, line: 1, column: 1}
	here := map[core.Kind]int{}
	found, binary := c.find(text)
	at.binary = binary
	for _, f := range found {
		if f.Kind == core.Blob && f.Confidence == core.Likely {
			c.opaque++
			continue
		}
		here[f.Kind]++
		at.moveTo(text, f.Start)
		if c.err == nil && here[f.Kind] <= c.listed {
			c.err = c.print(c.out, at, f)
		}
	}
	c.add(name, here)
}

// shown is a file's name where it is printed: a terminal would obey what stands in it.
func (c *checker) shown(name string) string {
	if c.json || !isTerminal(c.out) {
		return name
	}
	return screen.Visible(name)
}

// add counts what was found in a file, and says how much of it is not listed.
func (c *checker) add(name string, here map[core.Kind]int) {
	if len(here) > 0 {
		c.holding++
	}
	for _, kind := range slices.Sorted(maps.Keys(here)) {
		n := here[kind]
		c.found += n
		c.kinds[kind] += n
		if n > c.listed && c.err == nil {
			_, c.err = fmt.Fprintf(c.out, "%s: %d more %s (--all lists them)\n", name, n-c.listed, kind)
		}
	}
}

// find returns the findings in a file, and whether it is binary. Such a file is none in
// itself: the text in it is searched.
func (c *checker) find(text []byte) (found []core.Finding, binary bool) {
	found = c.set.Find(nil, text)
	if len(found) > 0 && isBinary(found[0]) {
		c.binary++
		return c.set.FindBinary(nil, text), true
	}
	return found, false
}

// isBinary says whether a finding is a whole file that is no text.
func isBinary(f core.Finding) bool {
	return f.Obstacle == core.ObstacleBinary || f.Obstacle == core.ObstacleUndecodable
}

// summarise says once what there is in all, and what was not searched as a whole.
func (c *checker) summarise() {
	if c.found == 0 && c.unread == 0 && isTerminal(c.streams.err) { // silence is for scripts
		c.complain("no personal data in "+plural.Of(c.files, "file"), "")
	}
	if c.found > 0 && c.walked {
		var parts []string
		for _, kind := range slices.Sorted(maps.Keys(c.kinds)) {
			parts = append(parts, fmt.Sprintf("%d %s", c.kinds[kind], kind))
		}
		c.complain(fmt.Sprintf("%s in %d of %s: %s", plural.Of(c.found, "finding"), c.holding, plural.Of(c.files, "file"), strings.Join(parts, ", ")), "")
	}
	if c.binary > 0 {
		c.complain(plural.Of(c.binary, "binary file")+": searched for text only", "")
	}
	if c.opaque > 0 {
		c.complain(plural.Of(c.opaque, "long encoded run")+" in which nothing can be read", "")
	}
}

// location is a place in a file. Line and column count from 1, the column in
// characters.
type location struct {
	file         string
	binary       bool
	line, column int
	offset       int
}

// moveTo goes on to an offset behind the present one.
func (l *location) moveTo(text []byte, offset int) {
	if passed := text[l.offset:offset]; bytes.IndexByte(passed, '\n') >= 0 {
		l.line += bytes.Count(passed, []byte("\n"))
		l.offset += bytes.LastIndexByte(passed, '\n') + 1
		l.column = 1
	}
	l.column += utf8.RuneCount(text[l.offset:offset])
	l.offset = offset
}

// printLine prints a finding for a person.
func printLine(w io.Writer, at location, f core.Finding) error {
	becomes := "becomes a token"
	switch {
	case at.binary:
		becomes = "in a binary file, which is refused"
	case f.Disposition == core.Refuse:
		becomes = "no token can be written here: the text is refused"
	}
	_, err := fmt.Fprintf(w, "%s:%d:%d: %s (%s)\n", at.file, at.line, at.column, f.Kind, becomes)
	return err
}

// printJSON prints a finding for a script: byte offsets, half open.
func printJSON(w io.Writer, at location, f core.Finding) error {
	return printJSONLine(w, struct {
		File        string    `json:"file"`
		Kind        core.Kind `json:"kind"`
		Start       int       `json:"start"`
		End         int       `json:"end"`
		Disposition string    `json:"disposition"`
	}{at.file, f.Kind, f.Start, f.End, f.Disposition.String()})
}
