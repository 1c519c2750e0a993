// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/catalogcheck"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/plural"
	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
)

func catalogCommand(s streams) *urfave.Command {
	return &urfave.Command{
		Name:  "catalog",
		Usage: "look after the client name catalogue",
		Action: func(_ context.Context, c *urfave.Command) error {
			return withoutCommand(c, "check, add or remove")
		},
		Commands: []*urfave.Command{catalogCheckCommand(s), catalogAddCommand(s), catalogRemoveCommand(s)},
	}
}

func catalogCheckCommand(s streams) *urfave.Command {
	return &urfave.Command{
		Name:      "check",
		Usage:     "say which entries should be marked or removed; exit code 1 if there are any",
		ArgsUsage: "[FILE]...",
		Description: "Prints file:line: what to do: why, and the entry with its mark to be pasted.\n" +
			"Inside an agent's shell the entry is left out. Without arguments the catalogues\n" +
			"of the configuration are read. Nothing is changed.",
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "json", Usage: "print one JSON object a line, the last with the counts"}},
		Action: func(_ context.Context, c *urfave.Command) error {
			return catalogCheck(s, c.Args().Slice(), c.Bool("json"))
		},
	}
}

// catalogCheck reports on the named catalogues, or on the configured ones.
func catalogCheck(s streams, files []string, asJSON bool) error {
	if len(files) == 0 {
		setup, err := assemble.LoadHere()
		if err != nil {
			return err
		}
		if files = setup.Config.Catalogs; len(files) == 0 {
			return &usageError{"no catalogue is configured", "veil catalog check FILE"}
		}
	}
	c, err := catalogcheck.New()
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := config.ReadCatalogueText(file)
		if err != nil {
			return err
		}
		if err := c.Check(file, text); err != nil {
			return config.CatalogueError(file, err)
		}
	}
	if agentShell() != "" {
		for i := range c.Proposals {
			c.Proposals[i].Write = "" // the agent's model would read a name
		}
	}
	print := s.printProposals
	if asJSON {
		print = s.printProposalsJSON
	}
	if err := print(c); err != nil {
		return err
	}
	if len(c.Proposals) > 0 {
		return codeError(exitFound)
	}
	return nil
}

// printProposals prints for a person.
func (s streams) printProposals(c *catalogcheck.Checker) error {
	for _, p := range c.Proposals {
		if _, err := fmt.Fprintf(s.out, "%s:%d: %s: %s\n", p.File, p.Line, p.Action, p.Reason); err != nil {
			return err
		}
		if p.Write == "" {
			continue
		}
		if _, err := fmt.Fprintf(s.out, "\t%s\n", p.Write); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(s.out, "%s, %s\n", plural.Of(c.Names(), "name"), plural.Of(len(c.Proposals), "proposal")); err != nil {
		return err
	}
	s.hintAt(c.Proposals)
	return nil
}

// hintAt says which command marks entries. One that is there twice veil catalog remove
// would take out wholly, so that it is for the hand.
func (s streams) hintAt(proposals []catalogcheck.Proposal) {
	for _, p := range proposals {
		if p.Action == catalogcheck.Mark && p.Write != "" { // not for an agent
			_, _ = fmt.Fprintf(s.err, "veil: hint: to mark names: veil catalog add --cue --file %s NAME..., or - for names on standard input\n", shellword.Quote(p.File))
			return
		}
	}
}

// printProposalsJSON prints for a script.
func (s streams) printProposalsJSON(c *catalogcheck.Checker) error {
	for _, p := range c.Proposals {
		if err := printJSONLine(s.out, p); err != nil {
			return err
		}
	}
	return printJSONLine(s.out, struct {
		Names     int `json:"names"`
		Proposals int `json:"proposals"`
	}{c.Names(), len(c.Proposals)})
}
