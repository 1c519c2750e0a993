// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/pseudonymstore"
)

func sessionsReleaseCommand(s streams) *urfave.Command {
	return &urfave.Command{
		Name:      "release",
		Usage:     "let a session go on that was stopped because a tool's result could not be rewritten",
		ArgsUsage: "ID|NAME",
		Description: "The result is in the conversation with its personal data, and the next prompt\n" +
			"sends it. To keep it here, begin a new session instead.",
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "yes", Usage: "do not ask"}},
		Action: func(_ context.Context, c *urfave.Command) error {
			if c.Args().Len() != 1 {
				return &usageError{"release needs one session", hintList}
			}
			return releaseSession(s, c.Args().First(), c.Bool("yes"))
		},
	}
}

func releaseSession(s streams, id string, yes bool) error {
	if err := s.refuseAgent("release sessions"); err != nil {
		return err
	}
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
	if d.Stopped && !yes {
		if err := s.confirm("Send the personal data in that session with its next prompt? [y/N] ", "the session stays stopped"); err != nil {
			return err
		}
	}
	had, err := pseudonymstore.ClearMark(shelf.dir, name, pseudonymstore.Stopped)
	if err != nil {
		return err
	}
	said := "was not stopped"
	if had {
		said = "goes on"
	}
	_, err = fmt.Fprintf(s.out, "session %s %s\n", shelf.id(name), said)
	return err
}
