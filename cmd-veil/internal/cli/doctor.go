// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"os"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
	opencode "github.com/veil-guard/veil/hosts-opencode"
	"github.com/veil-guard/veil/pseudonymstore"
)

func doctorCommand(s streams) *urfave.Command {
	return plain(&urfave.Command{
		Name:  "doctor",
		Usage: "say whether the hosts will run veil in this directory; exit code 5 if not",
		Description: "Reads the hosts' settings, yours and the project's, and veil's own configuration.\n" +
			"It looks at what is written there; it does not start a host.",
	}, "run it in the project's directory", func(context.Context) error { return doctor(s) })
}

// diagnosis is what doctor says of one host.
type diagnosis struct {
	host      string
	installed bool
	faults    []string // "file: cause; remedy"
}

// doctor looks at both hosts' settings and at veil's own.
func doctor(s streams) error {
	setup, err := assemble.LoadHere()
	if err != nil {
		return err
	}
	if _, err := setup.Detectors(); err != nil {
		return err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return err
	}
	sick := false
	found := false
	for _, d := range diagnoses(setup.Dirs.Home, cwd) {
		found = found || d.installed
		sick = sick || len(d.faults) > 0
		if err := d.print(s); err != nil {
			return err
		}
	}
	if err := sayCaught(s, setup.Dirs.State); err != nil {
		return err
	}
	if sick || !found {
		return codeError(exitNotProtected)
	}
	return nil
}

// sayCaught tells of values that no hook before the last gate found. None left.
func sayCaught(s streams, state string) error {
	n, err := pseudonymstore.Caught(state)
	if err != nil || n == 0 {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s   %d texts held a value that only the last gate found; none left. System prompts and pages of WebFetch are such; please report others with the versions\n", paints(s).faint("--"), n)
	return err
}

func (d diagnosis) print(s streams) error {
	paint := paints(s)
	text := paint.good("ok") + "   " + d.host + "\n"
	if !d.installed {
		text = paint.faint("--") + "   " + d.host + ": veil is not set up there\n"
	}
	if len(d.faults) > 0 {
		text = ""
	}
	for _, f := range d.faults {
		text += paint.bad("bad") + "  " + d.host + ": " + f + "\n"
	}
	_, err := fmt.Fprint(s.out, text)
	return err
}

// diagnoses looks at each host's settings.
func diagnoses(home, cwd string) []diagnosis {
	workspaces := []string{cwd, repositoryOf(cwd)}
	code, codeInstalled := claudecode.Faults(home, workspaces)
	open, openInstalled := opencode.Faults(home, workspaces, os.Getenv("VEIL_BINARY"))
	list := []diagnosis{{host: "Claude Code", installed: codeInstalled}, {host: "OpenCode", installed: openInstalled}}
	for _, f := range code {
		list[0].add(f.File, f.Text, f.Remedy)
	}
	for _, f := range open {
		list[1].add(f.File, f.Text, f.Remedy)
	}
	return list
}

func (d *diagnosis) add(file, cause, remedy string) {
	d.faults = append(d.faults, file+": "+cause+"; "+remedy)
}
