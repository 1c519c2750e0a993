// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/pseudonymstore"
)

func sessionsCommand(s streams) *urfave.Command {
	return &urfave.Command{
		Name:  "sessions",
		Usage: "list, show, remove and release what is remembered of agents' sessions",
		Description: "A session holds the values of one conversation and their tokens. One that was\n" +
			"not used for 30 days is removed when another begins. Values are never printed.\n" +
			"A session is called by its ID, or the beginning of it; by the NAME that\n" +
			"veil filter --session was given; or by the id that its host gave it.",
		Commands: []*urfave.Command{sessionsListCommand(s), sessionsShowCommand(s), sessionsPurgeCommand(s), sessionsReleaseCommand(s)},
		Action: func(_ context.Context, c *urfave.Command) error {
			return withoutCommand(c, "list, show, purge or release")
		},
	}
}

func sessionsListCommand(s streams) *urfave.Command {
	var asJSON bool
	return plain(&urfave.Command{
		Name:  "list",
		Usage: "print one line a session; exit code 1 if one needs attention",
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "json", Usage: "print one JSON object a line", Destination: &asJSON}},
	}, "veil sessions show ID|NAME describes one", func(context.Context) error { return listSessions(s, asJSON) })
}

func sessionsShowCommand(s streams) *urfave.Command {
	return &urfave.Command{
		Name:      "show",
		Usage:     "describe a session; exit code 1 if it needs attention",
		ArgsUsage: "ID|NAME",
		Description: "FORMS are spellings of the values. FOREIGN numbers stood in somebody's text, and RESERVED ones in\n" +
			"the conversation: they are given to no value. The last gate sees whole requests, and what it finds no hook\n" +
			"before it did. A snapshot opens the session faster.",
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "json", Usage: "print one JSON object"}},
		Action: func(_ context.Context, c *urfave.Command) error {
			if c.Args().Len() != 1 {
				return &usageError{"show needs one session", hintList}
			}
			return showSession(s, c.Args().First(), c.Bool("json"))
		},
	}
}

const (
	hintList = "veil sessions list has their ids"
	hintWhat = "veil sessions list says what there is"
)

// shelf is the state directory with its sessions.
type shelf struct {
	dir string
	pseudonymstore.Listing
	// nameOf returns the name of the folder that a host's session has; nil if there is
	// no session, or where keyErr says why it cannot be told.
	nameOf func(session string) string
	keyErr error
}

func openShelf() (shelf, error) {
	setup, err := assemble.LoadHere()
	if err != nil {
		return shelf{}, err
	}
	list, err := pseudonymstore.Sessions(setup.Dirs.State)
	if err != nil || len(list.Names) == 0 {
		return shelf{dir: setup.Dirs.State, Listing: list}, err
	}
	nameOf, keyErr := pseudonymstore.Naming(setup.Dirs.State) // without it ids still do
	return shelf{setup.Dirs.State, list, nameOf, keyErr}, nil
}

// shortID is how many digits of a name an id has, unless two begin alike.
const shortID = 8

// id is the beginning of a session's name by which a person calls it.
func (f shelf) id(name string) string {
	n := shortID
	for n < len(name) && len(f.like(name[:n])) > 1 {
		n++
	}
	return name[:n]
}

// like returns the names that begin with an id.
func (f shelf) like(id string) (names []string) {
	for _, name := range f.Names {
		if strings.HasPrefix(name, id) {
			names = append(names, name)
		}
	}
	return names
}

// needsAttention says what is wrong with a session, and returns whether anything is.
func (s streams) needsAttention(id string, d pseudonymstore.Description) bool {
	if d.Fault == nil {
		return false
	}
	mend := ""
	if e, ok := d.Fault.(interface{ Remedy() string }); ok {
		mend = e.Remedy()
	}
	s.complain(id+": "+d.Fault.Error(), mend)
	return true
}

// listSessions prints all sessions, those that were used last first.
func listSessions(s streams, asJSON bool) error {
	shelf, err := openShelf()
	if err != nil {
		return err
	}
	all, err := shelf.describeAll()
	if err != nil {
		return err
	}
	if asJSON {
		err = printSessionsJSON(s, all)
	} else {
		err = printSessions(s, shelf, all, time.Now())
	}
	if err != nil {
		return err
	}
	attention := len(shelf.Strays) > 0
	for _, d := range all {
		attention = s.needsAttention(shelf.id(d.Name), d) || attention
	}
	for _, name := range shelf.Strays {
		s.complain(fmt.Sprintf("%q in %s is no session: it is left alone", name, shelf.dir), "move it elsewhere, and this is not said again")
	}
	if attention {
		return codeError(exitFound)
	}
	return nil
}

func showSession(s streams, id string, asJSON bool) error {
	shelf, err := openShelf()
	if err != nil {
		return err
	}
	name, err := shelf.find(id)
	if err != nil {
		return err
	}
	d, err := pseudonymstore.Describe(shelf.dir, name)
	if err != nil {
		return err
	}
	if asJSON {
		err = printJSONLine(s.out, sessionJSON(d, true))
	} else {
		err = printSession(s, d, time.Now())
	}
	if err == nil && s.needsAttention(shelf.id(name), d) {
		err = codeError(exitFound)
	}
	return err
}
