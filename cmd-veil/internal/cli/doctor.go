// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/beside"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
)

// desk is the program that holds the network code.
const desk = "veil-desk"

func doctorCommand(s streams) *urfave.Command {
	var asJSON, noCanary bool
	return &urfave.Command{
		Name:      "doctor",
		Usage:     "say whether the hosts run veil in this directory; exit code 1 or 5 if something is amiss",
		ArgsUsage: "[claude-code|opencode]",
		Description: "Looks at the hosts' settings, yours and the project's, at veil's own, and at the programs.\n" +
			"Each line that is not ok ends with the command that mends it. Then it plays a session through each\n" +
			"host that it finds, against a provider of its own. It is the program veil-desk beside this one that\n" +
			"does it: veil holds no network code.",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "json", Usage: "print one JSON object", Destination: &asJSON},
			&urfave.BoolFlag{Name: "no-canary", Usage: "start no session in the hosts", Destination: &noCanary},
		},
		Action: func(_ context.Context, c *urfave.Command) error {
			args := c.Args().Slice()
			for flag, given := range map[string]bool{"--json": asJSON, "--no-canary": noCanary} {
				if given {
					args = append(args, flag)
				}
			}
			return s.runDesk(append([]string{"doctor"}, args...))
		},
	}
}

// runDesk runs veil-desk in the place of this process.
func (s streams) runDesk(args []string) error {
	program := beside.Program(desk)
	if program == "" {
		get := "go install github.com/veil-guard/veil/cmd-veil/cmd/veil-desk@latest"
		if version.FromClone() {
			get = "in the clone: go install ./cmd-veil/cmd/..."
		}
		s.complain("veil-desk is not beside this veil", "take both programs from the release, or "+get)
		return codeError(exitNotProtected)
	}
	return become(program, args)
}
