// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
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
			// Who installed with these tries them here.
			&urfave.BoolFlag{Name: "all", Usage: "out of both hosts, as without a name", Destination: &i.all, Hidden: true},
			&urfave.BoolFlag{Name: "hooks", Usage: "refused: hooks and plugin go alike", Destination: &i.hooks, Hidden: true},
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
	switch {
	case i.hooks:
		return &usageError{"veil uninstall takes out hooks and plugin alike, without --hooks", "veil uninstall claude-code"}
	case i.all && len(hosts) > 0:
		return &usageError{"--all and a host exclude each other", hintHosts + ", or --all"}
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
	return i.carryOut(s, plan, hiddenUntil(plan)+remembered(places, hosts), "no veil install is there to undo")
}

// hiddenUntil says from when on the hosts run without veil.
func hiddenUntil(plan *install.Plan) string {
	return "From the next start of " + strings.Join(plan.Hosts, " and ") + " nothing is hidden any more."
}

// remembered says that values stay in the state, once no host has veil any more: one that
// still has needs them.
func remembered(places install.Places, gone []string) string {
	for _, host := range install.Known() {
		if !slices.Contains(gone, host.Name) && places.IsInstalled(host.Name) {
			return ""
		}
	}
	dirs, err := config.FindDirs()
	if err != nil {
		return ""
	}
	if _, err := os.Stat(dirs.State); err != nil {
		return ""
	}
	return "\nWhat veil remembered stays in " + dirs.State + ": veil sessions purge --all"
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
	return i.carryOut(s, plan, hiddenUntil(plan), "no veil install --managed is there to undo")
}
