// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/plural"
	"github.com/veil-guard/veil/pseudonymstore"
)

// sessionsPurge is one run of veil sessions purge.
type sessionsPurge struct {
	ids       []string
	olderThan string
	all, yes  bool
}

func sessionsPurgeCommand(s streams) *urfave.Command {
	var p sessionsPurge
	return &urfave.Command{
		Name:      "purge",
		Usage:     "remove sessions; exit code 1 if one stays because it is in use",
		ArgsUsage: "ID|NAME...",
		Description: "The values are gone then: tokens of these sessions, in conversations and in\n" +
			"files, stand for nothing any more. A session that is in use stays.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "older-than", Usage: "remove those last used before that `TIME`: 30d, 12h", Destination: &p.olderThan},
			&urfave.BoolFlag{Name: "all", Usage: "remove all", Destination: &p.all},
			&urfave.BoolFlag{Name: "yes", Usage: "do not ask", Destination: &p.yes},
		},
		Action: func(_ context.Context, c *urfave.Command) error {
			p.ids = c.Args().Slice()
			return p.run(s)
		},
	}
}

func (p sessionsPurge) run(s streams) error {
	unused, err := p.check(time.Now())
	if err != nil {
		return err
	}
	if err := s.refuseAgent("remove sessions"); err != nil {
		return err
	}
	shelf, err := openShelf()
	if err != nil {
		return err
	}
	names, err := p.choose(shelf, unused)
	if err != nil {
		return err
	}
	if len(names) > 0 && !p.yes {
		if err := s.confirm(fmt.Sprintf("Remove %s for good? [y/N] ", plural.Of(len(names), "session")), "nothing was removed"); err != nil {
			return err
		}
	}
	return s.purge(shelf, names, unused)
}

// check checks the command line and returns the time after which no session may
// have been used, or the zero time.
func (p sessionsPurge) check(now time.Time) (time.Time, error) {
	ways := 0
	for _, given := range []bool{len(p.ids) > 0, p.all, p.olderThan != ""} {
		if given {
			ways++
		}
	}
	if ways != 1 {
		return time.Time{}, &usageError{"purge needs either ids, --older-than or --all", hintList}
	}
	if p.olderThan == "" {
		return time.Time{}, nil
	}
	past, ok := parseAge(p.olderThan)
	if !ok {
		return time.Time{}, &usageError{fmt.Sprintf("--older-than %q is no number of days or hours", p.olderThan), "write 30d or 12h"}
	}
	return now.Add(-past), nil
}

// parseAge reads a number of days or hours, as in 30d and 12h.
func parseAge(text string) (time.Duration, bool) {
	unit := map[byte]time.Duration{'d': 24 * time.Hour, 'h': time.Hour}[text[len(text)-1]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	return time.Duration(n) * unit, err == nil && unit > 0
}

// choose returns the names of the sessions to remove.
func (p sessionsPurge) choose(f shelf, unused time.Time) (names []string, err error) {
	for _, id := range p.ids {
		name, err := f.find(id)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if p.all {
		return f.Names, nil
	}
	if p.olderThan == "" {
		return names, nil
	}
	for _, name := range f.Names {
		d, err := pseudonymstore.Describe(f.dir, name)
		if err == nil && !d.LastUse.IsZero() && !d.LastUse.After(unused) {
			names = append(names, name)
		}
	}
	return names, nil
}

// confirm asks the person at the terminal, and says otherwise if the answer is no. An
// error means that it is.
func (s streams) confirm(question, otherwise string) error {
	if !isTerminal(s.in) {
		return &usageError{"there is no terminal to ask at", "add --yes if you are sure"}
	}
	_, _ = fmt.Fprint(s.err, question)
	answer, _ := bufio.NewReader(s.in).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	s.complain(otherwise, "")
	return codeError(exitFound)
}

// purge removes the sessions, and what an earlier purge did not finish.
func (s streams) purge(f shelf, names []string, unused time.Time) error {
	removed, used := 0, 0
	var failed error
	for _, name := range names {
		switch err := pseudonymstore.Purge(f.dir, name, unused); {
		case err == nil:
			removed++
		case errors.Is(err, fs.ErrNotExist): // another purge was faster
		case errors.Is(err, pseudonymstore.ErrInUse):
			used++
			s.complain(f.id(name)+" is in use: it stays", "end the agent that uses it, and purge it then")
		default:
			failed = errors.Join(failed, err)
			s.explain(err)
		}
	}
	if err := pseudonymstore.FinishPurges(f.dir); err != nil {
		failed = err
		s.explain(err)
	}
	if _, err := fmt.Fprintf(s.out, "removed %s\n", plural.Of(removed, "session")); err != nil {
		return err
	}
	switch {
	case failed != nil:
		return codeError(exitConfig)
	case used > 0:
		return codeError(exitFound)
	}
	return nil
}
