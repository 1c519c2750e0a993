// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"crypto/rand"
	"fmt"
	"regexp"
	"strings"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/heartbeat"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/screen"
	"github.com/veil-guard/veil/core"
)

// runUsage is what the command is for.
const runUsage = "start OpenCode only where it loads veil's plugin"

func runHostCommand(s streams) *urfave.Command {
	return &urfave.Command{
		Name: "run", Usage: runUsage, ArgsUsage: "opencode [ARGUMENT]...", SkipFlagParsing: true,
		Description: "Refuses --pure, a version of OpenCode whose plugins veil does not know, and a directory in\n" +
			"which the plugin gives no sign of life. OpenCode itself says nothing of these and sends everything.",
		Action: func(_ context.Context, c *urfave.Command) error {
			args := c.Args().Slice()
			if len(args) == 0 || args[0] != "opencode" {
				hint := "veil run opencode [ARGUMENT]..."
				if len(args) > 0 && args[0] == install.ClaudeCode {
					hint = "start Claude Code itself; veil doctor says whether it runs veil"
				}
				return &usageError{"run starts opencode only", hint}
			}
			return runOpenCode(s, args[1:])
		},
	}
}

// runOpenCode starts OpenCode after a rehearsal in the same directory and environment.
func runOpenCode(s streams, args []string) error {
	if why, remedy := unguarded(args); why != "" {
		return s.refuseToRun(why, remedy)
	}
	program, err := lookPath("opencode")
	if err != nil {
		return err
	}
	if !asksForHelp(args) {
		why, remedy, err := s.rehearse(program, directoryOf(args))
		switch {
		case err != nil:
			return err
		case why != "":
			return s.refuseToRun(why, remedy)
		}
	}
	code, err := runAttached(program, args)
	if err != nil || code == 0 {
		return err
	}
	return codeError(code)
}

// rehearse says why the program would run without veil's plugin in a directory, "" for
// this one, if that is so. The two starts of OpenCode take a while.
func (s streams) rehearse(program, dir string) (why, remedy string, err error) {
	setup, err := assemble.LoadHere()
	if err != nil {
		return "", "", err
	}
	done := screen.Waits(s.err, "veil: looking whether OpenCode loads veil's plugin here ...")
	defer done()
	said, err := outputOf("", nil, program, "--version")
	if err != nil {
		return "", "", err
	}
	host := core.Host{Name: core.OpenCode, Version: strings.TrimSpace(said)}
	if _, err := core.Matrix().Require(host, core.History, core.Rewrite); err != nil {
		return "the plugins of OpenCode " + versionWord(said) + " are not known to this veil", core.ReasonOf(err).Remedy, nil
	}
	ticket := rand.Text()
	// It loads the plugins, and no model.
	if _, err := outputOf(dir, []string{heartbeat.TicketVariable + "=" + ticket}, program, "session", "list"); err != nil {
		return "", "", err
	}
	if _, ok := heartbeat.Take(setup.Dirs.State, ticket); ok {
		return "", "", nil
	}
	where := "here"
	if dir != "" {
		where = "in that directory"
	}
	return "OpenCode does not load veil's plugin " + where + ": it would run unguarded", "veil doctor says why", nil
}

// refuseToRun says why the host is not started.
func (s streams) refuseToRun(why, remedy string) error {
	s.complain(why, remedy)
	return codeError(exitNotProtected)
}

// versionWord is a version as a message may show it.
func versionWord(said string) string {
	if v := regexp.MustCompile(`^\d+(\.\d+){0,3}\b`).FindString(strings.TrimSpace(said)); v != "" {
		return v
	}
	return "(version unknown)"
}

// notFound is the error for a program that is not on the PATH.
func notFound(name string) error {
	return &usageError{fmt.Sprintf("%s is not on the PATH", name), "install it, or add its folder to PATH"}
}
