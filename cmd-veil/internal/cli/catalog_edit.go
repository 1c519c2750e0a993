// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/catalogcheck"
	"github.com/veil-guard/veil/cmd-veil/internal/catalogedit"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/replace"
	"github.com/veil-guard/veil/detectors"
)

// maxNames bounds the names on standard input: 64 MiB.
const maxNames = 64 << 20

// catalogChange is one run of veil catalog add or remove.
type catalogChange struct {
	command, file string
	cue           bool
}

func catalogAddCommand(s streams) *urfave.Command {
	e := &catalogChange{command: "add"}
	return e.as(s, &urfave.Command{
		Usage: "add names to the client name catalogue, each once",
		Description: "A name that is there already, however it is written, is not added again. The\n" +
			"file keeps every other byte. A catalogue that is not there yet is made.",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "cue", Usage: "the names count only after a word such as Sra. or cliente", Destination: &e.cue},
		},
	})
}

func catalogRemoveCommand(s streams) *urfave.Command {
	e := &catalogChange{command: "remove"}
	return e.as(s, &urfave.Command{
		Usage:       "remove names from the client name catalogue; exit code 1 if one is not there",
		Description: "Every entry of a name goes, however it is written. The file keeps every other byte.",
	})
}

// as completes the command with what both have.
func (e *catalogChange) as(s streams, c *urfave.Command) *urfave.Command {
	c.Name, c.ArgsUsage = e.command, "NAME...|-"
	c.Description += "\nFor - the names are read from standard input, one a line: so they stay out of\n" +
		"your shell's history. Without --file the one catalogue of the configuration is meant."
	c.Flags = append(c.Flags, &urfave.StringFlag{Name: "file", Usage: "change this `CATALOGUE`", Destination: &e.file})
	c.Action = func(_ context.Context, c *urfave.Command) error { return e.run(s, c.Args().Slice()) }
	return c
}

func (e *catalogChange) run(s streams, args []string) error {
	if err := s.refuseAgent("change the catalogue"); err != nil {
		return err
	}
	names, err := s.names(e.command, args)
	if err != nil {
		return err
	}
	setup, err := assemble.LoadHere()
	if err != nil {
		return err
	}
	path, err := e.catalogue(setup.Config.Catalogs)
	if err != nil {
		return err
	}
	change, err := e.apply(path, names)
	if err != nil {
		return editError(path, err)
	}
	setup.Compile()
	return e.report(s, path, names, change)
}

// names returns the names of the arguments, or of standard input.
func (s streams) names(command string, args []string) ([]string, error) {
	if len(args) == 0 {
		return nil, &usageError{"no name is given", "veil catalog " + command + " NAME..., or - for one a line on standard input"}
	}
	if len(args) != 1 || args[0] != "-" {
		return args, nil
	}
	s.await(awaitNames)
	var names []string
	lines := bufio.NewScanner(io.LimitReader(s.in, maxNames))
	for lines.Scan() {
		if line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")); line != "" {
			names = append(names, line)
		}
	}
	if lines.Err() != nil {
		return nil, &usageError{"standard input cannot be read as names", "write one name a line"}
	}
	if len(names) == 0 {
		return nil, &usageError{"no name on standard input", "write one name a line"}
	}
	return names, nil
}

// catalogue returns the path of the file that is meant.
func (e *catalogChange) catalogue(configured []string) (string, error) {
	const hint = "name one with --file"
	switch {
	case e.file != "":
		return e.file, nil
	case len(configured) == 0:
		return "", &usageError{"no catalogue is configured", `write the lines "version: 1" and "catalog: FILE" into ~/.config/veil/veil.yaml, or ` + hint}
	case len(configured) > 1:
		return "", &usageError{fmt.Sprintf("%d catalogues are configured", len(configured)), hint + ": " + strings.Join(configured, ", ")}
	}
	return configured[0], nil
}

// apply changes the file, at once and alone.
func (e *catalogChange) apply(path string, names []string) (change catalogedit.Change, err error) {
	named := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if isConfigurationName(named) || isConfigurationName(path) {
		return change, noCatalogue(named)
	}
	err = replace.Alone(filepath.Dir(path), func() error {
		text, err := config.ReadCatalogueText(path)
		if _, there := os.Lstat(path); errors.Is(there, fs.ErrNotExist) && e.command == "add" {
			text, err = nil, nil
		}
		if err != nil {
			return err
		}
		if catalogedit.IsConfiguration(text) {
			return noCatalogue(named)
		}
		if e.command == "add" {
			change, err = catalogedit.Add(text, names, e.cue)
		} else {
			change, err = catalogedit.Remove(text, names)
		}
		if err != nil || bytes.Equal(text, change.Text) {
			return err
		}
		if now, err := config.ReadCatalogueText(path); err == nil && !bytes.Equal(now, text) {
			return &install.Refusal{What: path + " has just been changed by something else", Remedy: "try again"}
		}
		return replace.File(path, change.Text, 0o600)
	})
	return change, err
}

// isConfigurationName says whether a path names what veil reads as a configuration.
func isConfigurationName(path string) bool {
	return slices.Contains([]string{"veil.yaml", ".veil.yaml"}, strings.ToLower(filepath.Base(path)))
}

// noCatalogue refuses a configuration in the place of a catalogue.
func noCatalogue(path string) error {
	return &usageError{path + " is a configuration and no catalogue", "name the file with the names, such as --file clients.txt; nothing was changed"}
}

// editError says what to do about an error, without a name.
func editError(path string, err error) error {
	if bad, ok := errors.AsType[*catalogedit.NameError](err); ok {
		return &usageError{bad.Error(), bad.Remedy + "; nothing was changed"}
	}
	if errors.Is(err, catalogedit.ErrLast) {
		return &install.Refusal{What: err.Error(), Remedy: "take the file out of catalog in veil.yaml instead; nothing was changed"}
	}
	if _, ok := errors.AsType[*detectors.CatalogueError](err); ok {
		return config.CatalogueError(path, err)
	}
	cause := err
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		cause = at.Err
	} else if at, ok := errors.AsType[*os.LinkError](err); ok {
		cause = at.Err
	} else {
		return err
	}
	mend := "mend that, and run it again; nothing was changed"
	if before, _, found := strings.Cut(config.MakeCatalogue(path), " && "); found {
		mend = "make its folder: " + before
	}
	return &config.Error{File: path, What: "the client name catalogue cannot be written: " + cause.Error(), Mend: mend}
}

// report says what was done, in numbers.
func (e *catalogChange) report(s streams, path string, names []string, change catalogedit.Change) error {
	done := fmt.Sprintf("%d added, %d already there", change.Changed, change.Same)
	switch {
	case e.command == "remove":
		done = fmt.Sprintf("%d removed, %d not there", change.Changed, change.Same)
	case change.Marked > 0:
		done = fmt.Sprintf("%d added, %d marked, %d already there", change.Changed-change.Marked, change.Marked, change.Same)
	}
	if _, err := fmt.Fprintf(s.out, "%s: %s\n", path, done); err != nil {
		return err
	}
	if e.command == "remove" {
		if change.Same > 0 {
			return codeError(exitFound)
		}
		return nil
	}
	if !e.cue && change.Changed > 0 && doubtful(names) {
		_, _ = fmt.Fprintln(s.err, "veil: hint: veil catalog check says which of them should be marked or removed")
	}
	return nil
}

// doubtful says whether veil catalog check would propose something for one of the names.
func doubtful(names []string) bool {
	c, err := catalogcheck.New()
	if err != nil {
		return false
	}
	entries := make([]string, len(names))
	for i, name := range names {
		entries[i] = catalogedit.Entry(name, false, true)
	}
	return c.Check("", []byte("["+strings.Join(slices.Compact(entries), ",")+"]")) == nil && len(c.Proposals) > 0
}
