// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
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
		Description: "Prints one line a finding: file:line:column: kind (disposition). The value is\n" +
			"never printed. Without arguments, or for -, standard input is read.\n" +
			"Directories are read whole, but for .git and links. Of a binary file the text\n" +
			"in it is searched.",
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "json", Usage: "print one JSON object a line, with byte offsets"}},
		Action: func(_ context.Context, c *urfave.Command) error {
			return check(s, c.Args().Slice(), c.Bool("json"))
		},
	}
}

// check reports the findings in the named files.
func check(s streams, names []string, asJSON bool) error {
	setup, err := assemble.LoadHere()
	if err != nil {
		return err
	}
	set, err := setup.Detectors()
	if err != nil {
		return err
	}
	c := checker{streams: s, set: set, print: printLine}
	if asJSON {
		c.print = printJSON
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	for _, name := range names {
		c.path(name)
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
	// How many findings there are, and files that cannot be read or are binary.
	found, unread, binary int
	err                   error // standard output cannot be written
}

// path checks a file, a directory or standard input.
func (c *checker) path(name string) {
	if name == "-" {
		text, err := io.ReadAll(io.LimitReader(c.in, maxChecked))
		c.text("-", text, err)
		return
	}
	walkErr := filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			c.text(path, nil, err)
			return nil
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.IsDir() || path != name && !entry.Type().IsRegular():
			return nil
		}
		text, err := config.ReadRegular(path, maxChecked)
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
	at := location{file: name, line: 1, column: 1}
	for _, f := range c.find(text) {
		c.found++
		at.moveTo(text, f.Start)
		if c.err == nil {
			c.err = c.print(c.out, at, f)
		}
	}
}

// find returns the findings in a file. A binary file is none in itself: the text
// in it is searched.
func (c *checker) find(text []byte) []core.Finding {
	found := c.set.Find(nil, text)
	if len(found) > 0 && isBinary(found[0]) {
		c.binary++
		return c.set.FindBinary(nil, text)
	}
	return found
}

// isBinary says whether a finding is a whole file that is no text.
func isBinary(f core.Finding) bool {
	return f.Obstacle == core.ObstacleBinary || f.Obstacle == core.ObstacleUndecodable
}

// summarise says once how many files were not searched as a whole.
func (c *checker) summarise() {
	switch c.binary {
	case 0:
	case 1:
		c.complain("1 file is binary: only the text in it was searched", "")
	default:
		c.complain(fmt.Sprintf("%d files are binary: only the text in them was searched", c.binary), "")
	}
}

// location is a place in a file. Line and column count from 1, the column in
// characters.
type location struct {
	file         string
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
	_, err := fmt.Fprintf(w, "%s:%d:%d: %s (%s)\n", at.file, at.line, at.column, f.Kind, f.Disposition)
	return err
}

// printJSON prints a finding for a script: byte offsets, half open.
func printJSON(w io.Writer, at location, f core.Finding) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		File        string    `json:"file"`
		Kind        core.Kind `json:"kind"`
		Start       int       `json:"start"`
		End         int       `json:"end"`
		Disposition string    `json:"disposition"`
	}{at.file, f.Kind, f.Start, f.End, f.Disposition.String()})
}
