// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
)

const hintHosts = "name claude-code or opencode"

// installation is one run of veil install or veil uninstall.
type installation struct {
	all, hooks, managed, dryRun bool
	keeps                       bool // hooks are there, and nobody asked for the plugin
}

func installCommand(s streams) *urfave.Command {
	var i installation
	return &urfave.Command{
		Name:      "install",
		Usage:     "put veil into the hosts that are here, or into the one named",
		ArgsUsage: "[claude-code|opencode]",
		Description: "Copies the hosts' plugins, and this veil, into their directories. Settings keep\n" +
			"every byte of yours, and a copy beside them. Run it again after an update of veil.",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "all", Usage: "for both hosts, also where one is not here yet", Destination: &i.all},
			&urfave.BoolFlag{Name: "hooks", Usage: "Claude Code: hooks in settings.json, not the plugin", Destination: &i.hooks},
			&urfave.BoolFlag{Name: "managed", Usage: "Claude Code, everybody on this machine: the plugin by managed settings", Destination: &i.managed},
			&urfave.BoolFlag{Name: "dry-run", Usage: "show the changes and make none", Destination: &i.dryRun},
		},
		Action: func(_ context.Context, c *urfave.Command) error { return i.install(s, c.Args().Slice()) },
	}
}

func (i installation) install(s streams, args []string) error {
	hosts, err := namedHosts(args)
	switch {
	case err != nil:
		return err
	case i.all && len(hosts) > 0:
		return &usageError{"--all and a host exclude each other", hintHosts + ", or --all"}
	case i.managed:
		return i.installManaged(s, hosts)
	case i.all:
		hosts = []string{install.ClaudeCode, install.OpenCode}
	}
	places, err := s.places("install")
	if err != nil {
		return err
	}
	if len(args) == 0 && !i.hooks {
		i.hooks, i.keeps = places.HasHooksAlone(), places.HasHooksAlone()
	}
	var left []string
	if len(hosts) == 0 {
		hosts = places.Hosts()
		left = notStarted(hosts)
	}
	if len(hosts) == 0 {
		return &install.Refusal{What: "neither Claude Code nor OpenCode has been started here yet", Remedy: startOrName()}
	}
	if i.hooks && !i.keeps && !slices.Contains(hosts, install.ClaudeCode) {
		return &usageError{"--hooks is for Claude Code alone", "veil install claude-code --hooks"}
	}
	plan, err := places.Install(hosts, i.hooks)
	if err != nil {
		return onDisk(i.withOthers(places, hosts, err))
	}
	if i.keeps && slices.Contains(hosts, install.ClaudeCode) {
		left = append(left, "Claude Code keeps its hooks; for the plugin: veil uninstall claude-code && veil install claude-code")
	}
	plan.Notes = append(plan.Notes, left...)
	return i.carryOut(s, plan, startAnew(plan)+" veil doctor says whether it holds; veil uninstall undoes it.", "veil is in place for "+strings.Join(hosts, " and "))
}

// withOthers adds to a refusal which of several hosts can be had without the other.
func (i installation) withOthers(places install.Places, hosts []string, err error) error {
	no, ok := errors.AsType[*install.Refusal](err)
	if !ok || len(hosts) < 2 {
		return err
	}
	for _, host := range hosts {
		if _, err := places.Install([]string{host}, i.hooks); err == nil {
			return &install.Refusal{What: no.What, Remedy: no.Remedy + "; veil install " + host + " goes on without it"}
		}
	}
	return err
}

// startOrName says what to do where no host was ever started: it names those that are on
// the PATH.
func startOrName() string {
	var there []string
	for _, host := range install.Known() {
		if _, err := lookPath(host.Program); err == nil {
			there = append(there, host.Name)
		}
	}
	if len(there) > 1 {
		return "start one of them once, or: veil install --all"
	}
	return "start it once, or name it: veil install " + append(there, install.ClaudeCode)[0]
}

// notStarted says which host is on the PATH, but is none of those.
func notStarted(hosts []string) []string {
	var lines []string
	for _, host := range install.Known() {
		if _, err := lookPath(host.Program); err == nil && !slices.Contains(hosts, host.Name) {
			lines = append(lines, host.Title+" is on the PATH and was never started here, so it is left out: veil install "+host.Name)
		}
	}
	return lines
}

// installManaged installs for everybody on the machine.
func (i installation) installManaged(s streams, hosts []string) error {
	if err := i.refuseOthers(hosts, "install"); err != nil {
		return err
	}
	places, err := s.places("install")
	if err != nil {
		return err
	}
	plan, err := places.InstallManaged()
	if err != nil {
		return onDisk(err)
	}
	return i.carryOut(s, plan, startAnew(plan)+" veil uninstall claude-code --managed undoes it.", "veil is in place for everybody on this machine")
}

// refuseOthers refuses what --managed does not go with.
func (i installation) refuseOthers(hosts []string, command string) error {
	if i.all || i.hooks || !slices.Equal(hosts, []string{install.ClaudeCode}) {
		return &usageError{"--managed is for Claude Code alone, and its plugin", "veil " + command + " claude-code --managed"}
	}
	return nil
}

// namedHosts returns the host that the arguments name, if they do.
func namedHosts(args []string) ([]string, error) {
	if len(args) > 1 {
		return nil, &usageError{"more than one host", hintHosts + ", or --all"}
	}
	if len(args) == 1 && args[0] != install.ClaudeCode && args[0] != install.OpenCode {
		return nil, &usageError{"no such host: " + args[0], hintHosts}
	}
	return args, nil
}

// places finds what the command works on; an agent may not run it.
func (s streams) places(command string) (install.Places, error) {
	if err := s.refuseAgent("run veil " + command); err != nil {
		return install.Places{}, err
	}
	program, err := os.Executable()
	if err != nil {
		return install.Places{}, err
	}
	home, _ := os.UserHomeDir()
	return install.Find(home, program)
}

// carryOut says what will change, and does it. nothing is the state that is there if
// there is nothing to do.
func (i installation) carryOut(s streams, plan *install.Plan, then, nothing string) error {
	lines := slices.Concat(plan.Notes, plan.Stays)
	if len(plan.Changes) == 0 && len(plan.Stays) == 0 {
		lines = append(lines, "nothing to do: "+nothing)
	}
	text := s.foldedLines(lines)
	if i.dryRun && len(plan.Changes) > 0 {
		text += plan.Diff() + "nothing was changed\n"
	}
	if _, err := fmt.Fprint(s.out, text); err != nil || i.dryRun {
		return err
	}
	if err := plan.Apply(); err != nil || len(plan.Changes) == 0 || len(plan.Stays) > 0 {
		return onDisk(err)
	}
	_, err := io.WriteString(s.out, s.foldedLines(strings.Split(then, "\n")))
	return err
}

// foldedLines are lines as standard output gets them.
func (s streams) foldedLines(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(s.folded(s.out, line, "  ") + "\n")
	}
	return b.String()
}

// startAnew says which hosts still run as they were.
func startAnew(plan *install.Plan) string {
	return "Start " + strings.Join(plan.Hosts, " and ") + " anew."
}

// onDisk says what to do about an error of the file system.
func onDisk(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		if errors.Is(err, fs.ErrPermission) {
			return &install.Refusal{What: failed.Error(), Remedy: "run it as who may write there"}
		}
		return &install.Refusal{What: failed.Error(), Remedy: "mend that, and run it again"}
	}
	return err
}
