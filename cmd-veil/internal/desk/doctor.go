// SPDX-License-Identifier: Apache-2.0

package desk

import (
	"context"
	"encoding/json"
	"io"
	"os"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/beside"
	"github.com/veil-guard/veil/cmd-veil/internal/canary"
	"github.com/veil-guard/veil/cmd-veil/internal/doctor"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
)

// Report is what doctor prints as JSON. Its members and the words in them keep their
// meaning; new ones may come.
type Report struct {
	V        int              `json:"v"`    // 1
	Veil     string           `json:"veil"` // the version of veil-desk
	Verdict  string           `json:"verdict"`
	Summary  string           `json:"summary"`         // the verdict for a person
	Mend     int              `json:"mend"`            // how many things are to be mended
	First    string           `json:"first,omitempty"` // the command to begin with
	Hosts    []doctor.Host    `json:"hosts"`
	Findings []doctor.Finding `json:"findings"`
	Played   []string         `json:"played"` // the hosts that a session was played through
	Canary   []canary.Row     `json:"canary,omitempty"`
}

// doctorRun is one run of doctor.
type doctorRun struct {
	asJSON, noCanary bool
	out              io.Writer
}

func doctorCommand(out io.Writer, hint string) *urfave.Command {
	r := doctorRun{out: out}
	return &urfave.Command{
		Name: "doctor", Usage: "say whether the hosts run veil in this directory", ArgsUsage: "[claude-code|opencode]",
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "json", Usage: "print one JSON object", Destination: &r.asJSON},
			&urfave.BoolFlag{Name: "no-canary", Usage: "start no session in the hosts", Destination: &r.noCanary},
		},
		OnUsageError: func(_ context.Context, _ *urfave.Command, err error, _ bool) error {
			return &usageError{err.Error(), hint}
		},
		Action: func(ctx context.Context, c *urfave.Command) error {
			hosts, err := namedHosts(c.Args().Slice())
			if err != nil {
				return err
			}
			return r.run(ctx, hosts)
		},
	}
}

func (r doctorRun) run(ctx context.Context, hosts []string) error {
	cwd, err := os.Getwd()
	if err != nil {
		return err
	}
	o := doctor.Options{Hosts: hosts, Veil: beside.Program("veil"), Cwd: cwd}
	result := doctor.Examine(ctx, o)
	report := Report{V: 1, Veil: version.Veil(), Hosts: result.Hosts, Findings: result.Findings}
	if !r.noCanary {
		report.playCanary(ctx, result, cwd)
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	report.judge()
	print := func(out io.Writer) error { return report.print(pageOn(out)) }
	if r.asJSON {
		print = report.printJSON
	}
	if err := print(r.out); err != nil {
		return err
	}
	switch report.Verdict {
	case notProtected:
		return codeError(exitNotProtected)
	case attention:
		return codeError(exitAttention)
	}
	return nil
}

// printJSON prints for a script.
func (r *Report) printJSON(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}
