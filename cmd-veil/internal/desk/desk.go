// SPDX-License-Identifier: Apache-2.0

// Package desk is the program veil-desk: its commands, their output and exit codes.
package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
)

// The exit codes, which are those of veil.
const (
	exitOK           = 0
	exitAttention    = 1
	exitUsage        = 2
	exitInternal     = 4
	exitNotProtected = 5
)

// usageError says that the command line is wrong.
type usageError struct{ what, hint string }

func (e *usageError) Error() string { return e.what }

// codeError carries an exit code without a message: the command has said all.
type codeError int

func (e codeError) Error() string { return fmt.Sprint("exit code ", int(e)) }

// errInterrupted says that a person, or the system, wanted no more of it.
var errInterrupted = errors.New("interrupted; what was started has been ended")

// Main runs veil-desk with the given arguments and returns the exit code. An interrupt
// ends what it started.
func Main(args []string, out, err io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	failed := commands(out, err).Run(ctx, append([]string{"veil-desk"}, args...))
	var (
		code  codeError
		usage *usageError
	)
	switch {
	case failed == nil:
		return exitOK
	case errors.As(failed, &code):
		return int(code)
	case errors.As(failed, &usage):
		_, _ = fmt.Fprintf(err, "veil: %s\nveil: hint: %s\n", usage.what, usage.hint)
		return exitUsage
	case errors.Is(failed, errInterrupted):
		_, _ = fmt.Fprintf(err, "veil: %s\n", failed)
		return exitNotProtected // it could not look
	default:
		_, _ = fmt.Fprintf(err, "veil: %s\n", failed)
		return exitInternal
	}
}

func commands(out, err io.Writer) *urfave.Command {
	const hint = "veil help doctor shows the usage"
	return &urfave.Command{
		Name: "veil-desk", Usage: "what veil does with the network code that veil itself has not",
		Description: "veil starts it, for veil doctor: it is not for calling by hand, and has no manual.",
		Writer:      out, ErrWriter: err, HideVersion: true,
		ExitErrHandler: func(context.Context, *urfave.Command, error) {},
		OnUsageError: func(_ context.Context, _ *urfave.Command, err error, _ bool) error {
			return &usageError{err.Error(), hint}
		},
		Action: func(_ context.Context, c *urfave.Command) error {
			return &usageError{"veil-desk is called by veil doctor", "veil doctor"}
		},
		Commands: []*urfave.Command{
			doctorCommand(out, hint),
			{Name: "version", Usage: "print the version", Action: func(context.Context, *urfave.Command) error {
				_, err := fmt.Fprintln(out, "veil-desk "+version.Veil())
				return err
			}},
		},
	}
}

// namedHosts returns the host that the arguments name, if they do.
func namedHosts(args []string) ([]string, error) {
	hosts := []string{install.ClaudeCode, install.OpenCode}
	switch {
	case len(args) > 1:
		return nil, &usageError{"more than one host", "name claude-code or opencode"}
	case len(args) == 1 && !slices.Contains(hosts, args[0]):
		return nil, &usageError{"no such host: " + args[0], "name claude-code or opencode"}
	}
	return args, nil
}
