// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/pseudonymstore"
)

// usageError says that the command line is wrong.
type usageError struct{ what, hint string }

func (e *usageError) Error() string { return e.what }

// codeError carries an exit code without a message: the command has said all.
type codeError int

func (e codeError) Error() string { return fmt.Sprint("exit code ", int(e)) }

// runCommand runs one of the commands that people type.
func runCommand(ctx context.Context, args []string, s streams) int {
	if len(args) == 1 && (args[0] == "--version" || args[0] == "-v") {
		args = []string{"version"}
	}
	err := commands(s).Run(ctx, append([]string{"veil"}, args...))
	if _, ok := errors.AsType[urfave.ExitCoder](err); ok { // the library's own: there is no such help
		err = &usageError{"no help on that", "veil help lists the commands"}
	}
	return s.explain(err)
}

// commands is the command tree.
func commands(s streams) *urfave.Command {
	root := &urfave.Command{
		Name:                            "veil",
		Usage:                           "keep personal data on this machine while a coding agent works",
		Writer:                          s.out,
		ErrWriter:                       s.err,
		Suggest:                         true,
		EnableShellCompletion:           true,
		ConfigureShellCompletionCommand: configureCompletion,
		HideVersion:                     true,
		ExitErrHandler:                  func(context.Context, *urfave.Command, error) {},
		Action: func(_ context.Context, c *urfave.Command) error {
			if c.Args().Present() {
				return &usageError{"no such command: " + c.Args().First(), "veil help lists the commands"}
			}
			// Not a success: a host that drops the arguments of a hook command would
			// take it for an allow (Claude Code before 2.1.139).
			c.Root().Writer = s.err
			if err := urfave.ShowRootCommandHelp(c); err != nil {
				return err
			}
			return codeError(exitUsage)
		},
		Commands: []*urfave.Command{
			demoCommand(s), checkCommand(s), catalogCommand(s), filterCommand(s), sessionsCommand(s), runHostCommand(s),
			installCommand(s), uninstallCommand(s), doctorCommand(s), versionCommand(s), exitCodesCommand(s),
			hookCommand("claude-code", "answer one hook event of Claude Code (started by the host)", s, claudeCode{}),
			hookCommand("opencode", "answer one event of the OpenCode plugin (started by the plugin)", s, openCode{}),
		},
	}
	everyCommand(root, "veil", func(c *urfave.Command, above string) {
		hint := above + " help " + c.Name + " shows the usage"
		if c == root {
			hint = "veil help lists the commands"
		}
		c.OnUsageError = func(_ context.Context, _ *urfave.Command, err error, _ bool) error {
			return &usageError{err.Error(), hint}
		}
	})
	return root
}

// plain is a command that takes no arguments. hint says what to do instead.
func plain(c *urfave.Command, hint string, run func(context.Context) error) *urfave.Command {
	c.Action = func(ctx context.Context, c *urfave.Command) error {
		if c.Args().Present() {
			return &usageError{c.Name + " takes no arguments", hint}
		}
		return run(ctx)
	}
	return c
}

// everyCommand calls f for the commands below c and for c, with the words that call
// what is above it.
func everyCommand(c *urfave.Command, above string, f func(c *urfave.Command, above string)) {
	f(c, above)
	words := "veil"
	if c.Name != words {
		words = above + " " + c.Name
	}
	for _, sub := range c.Commands {
		everyCommand(sub, words, f)
	}
}

// hookCommand lists a hook command in the help. Main dispatches the real calls
// before the tree is built; this one runs when there are further arguments.
func hookCommand(name, usage string, s streams, a adapter) *urfave.Command {
	return plain(&urfave.Command{Name: name, Usage: usage}, "the event is read from standard input", func(context.Context) error {
		return codeError(runHook(a, s))
	})
}

// explain prints an error for a person and returns its exit code.
func (s streams) explain(err error) int {
	var (
		code  codeError
		usage *usageError
		conf  *config.Error
		store *pseudonymstore.Error
		no    *install.Refusal
	)
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &usage):
		s.complain(usage.what, usage.hint)
		return exitUsage
	case errors.As(err, &conf):
		s.complain(conf.Error(), conf.Mend)
		return exitConfig
	case errors.As(err, &store):
		s.complain(store.Error(), store.Remedy())
		return exitConfig
	case errors.As(err, &no):
		s.complain(no.What, no.Remedy)
		return exitDenied
	default:
		s.complain(err.Error(), "")
		return exitInternal
	}
}

// complain writes a message, and a hint on a line of its own.
func (s streams) complain(what, hint string) {
	_, _ = fmt.Fprintln(s.err, "veil: "+what)
	if hint != "" {
		_, _ = fmt.Fprintln(s.err, "veil: hint: "+hint)
	}
}

func exitCodesCommand(s streams) *urfave.Command {
	return plain(&urfave.Command{Name: "exit-codes", Usage: "list the exit codes"}, "veil exit-codes", func(context.Context) error {
		_, err := fmt.Fprint(s.out, `0  ok
1  check or catalog check found something, demo a difference, or a session needs attention or stays, or doctor found something
2  the command line is wrong
3  the configuration or the store cannot be used
4  internal error
5  doctor found a host that is not protected, or could not look
6  refused: filter wrote nothing, sessions purge removed nothing, install or catalog changed nothing
Hook commands follow their host's rules instead: 2 denies the event.
`)
		return err
	})
}

// withoutCommand is the error of a command that needs one of its own.
func withoutCommand(c *urfave.Command, one string) error {
	what := c.Name + " needs " + one
	if c.Args().Present() {
		what = "no such command: " + c.Name + " " + c.Args().First()
	}
	return &usageError{what, "veil help " + c.Name + " lists them"}
}
