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
			&urfave.BoolFlag{Name: "managed", Usage: "Claude Code: out of this machine's managed settings", Destination: &i.managed},
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
	if i.managed {
		return i.uninstallManaged(s, hosts)
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

// uninstallManaged undoes what was installed for everybody on the machine.
func (i installation) uninstallManaged(s streams, hosts []string) error {
	if err := i.refuseOthers(hosts, "uninstall"); err != nil {
		return err
	}
	places, err := s.places("uninstall")
	if err != nil {
		return err
	}
	plan, err := places.UninstallManaged()
	if err != nil {
		return onDisk(err)
	}
	return i.carryOut(s, plan, "From the host's next start nothing is hidden any more.", "no veil install --managed is there to undo")
}
