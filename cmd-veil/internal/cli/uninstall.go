// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
)

func uninstallCommand(s streams) *urfave.Command {
	var i installation
	return &urfave.Command{
		Name:        "uninstall",
		Usage:       "take veil out of the hosts again, or out of the one named",
		ArgsUsage:   "[claude-code|opencode]",
		Description: "Settings become what they were before veil install. What you wrote there stays.",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "dry-run", Usage: "show the changes and make none", Destination: &i.dryRun},
		},
		Action: func(_ context.Context, c *urfave.Command) error { return i.uninstall(s, c.Args().Slice()) },
	}
}

func (i installation) uninstall(s streams, args []string) error {
	hosts, err := namedHosts(args)
	if err != nil {
		return err
	}
	if len(hosts) == 0 {
		hosts = []string{install.ClaudeCode, install.OpenCode}
	}
	places, err := s.places("uninstall")
	if err != nil {
		return err
	}
	plan, err := places.Uninstall(hosts)
	if err != nil {
		return onDisk(err)
	}
	return i.carryOut(s, plan, "From the host's next start nothing is hidden any more.", "no veil install is there to undo")
}
