// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/nearest"
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
	if s.completes(args) {
		return exitOK
	}
	root := commands(s)
	if line := read(root, args); line.help {
		return s.explain(printHelp(s.out, line.command, line.path))
	}
	return s.explain(root.Run(ctx, append([]string{"veil"}, args...)))
}

// commands is the command tree.
func commands(s streams) *urfave.Command {
	root := &urfave.Command{
		Name:  "veil",
		Usage: "keep personal data on this machine while a coding agent works",
		Description: "Begin with veil demo; then veil install, and veil doctor in your project.\n" +
			"veil help COMMAND says how a command is called.",
		Writer:         s.out,
		ErrWriter:      s.err,
		HideVersion:    true,
		ExitErrHandler: func(context.Context, *urfave.Command, error) {},
		Action: func(_ context.Context, c *urfave.Command) error {
			if c.Args().Present() {
				return noCommand(c, "veil", c.Args().First())
			}
			// Not a success: a host that drops the arguments of a hook command would
			// take it for an allow (Claude Code before 2.1.139).
			if err := printHelp(s.err, c, "veil"); err != nil {
				return err
			}
			return codeError(exitUsage)
		},
		Commands: []*urfave.Command{
			demoCommand(s), checkCommand(s), catalogCommand(s), filterCommand(s), sessionsCommand(s), runHostCommand(s),
			installCommand(s), uninstallCommand(s), doctorCommand(s), versionCommand(s), exitCodesCommand(s), completionCommand(s),
			hookCommand("claude-code", "answer one hook event of Claude Code (started by the host)", s, claudeCode{}),
			hookCommand("opencode", "answer one event of the OpenCode plugin (started by the plugin)", s, openCode{}),
		},
	}
	everyCommand(root, "", func(c *urfave.Command, path string) {
		withHelp(c)
		c.OnUsageError = func(_ context.Context, c *urfave.Command, err error, _ bool) error {
			return wrongOption(c, path, err)
		}
		if len(c.Commands) > 0 {
			c.Commands = append(c.Commands, helpCommand(s, path))
		}
	})
	return root
}

// wrongOption says what is wrong with an option, without its value.
func wrongOption(c *urfave.Command, path string, err error) error {
	hint := "veil help " + strings.TrimPrefix(path, "veil ") + " shows the usage"
	if path == "veil" {
		hint = "veil help lists the commands"
	}
	const unknown, bare, invalid = "flag provided but not defined: -", "flag needs an argument: ", "invalid value "
	said := err.Error()
	switch name, is := strings.CutPrefix(said, unknown); {
	case is:
		var names []string
		for _, f := range c.VisibleFlags() {
			names = append(names, f.Names()[0])
		}
		return &usageError{"no such option: " + dashed(name), didYouMean("--", nearest.Name(name, names)) + hint}
	case strings.HasPrefix(said, bare):
		return &usageError{strings.TrimPrefix(said, bare) + " needs a value", hint}
	case strings.HasPrefix(said, invalid):
		_, name, _ := strings.Cut(said, " for flag -")
		name, _, _ = strings.Cut(name, ":")
		return &usageError{dashed(name) + " takes no value", hint}
	}
	return &usageError{said, hint}
}

// dashed is an option as it is typed.
func dashed(name string) string {
	if utf8.RuneCountInString(name) == 1 {
		return "-" + name
	}
	return "--" + name
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

// everyCommand calls f for c and for the commands below it, each with the words that call
// it, of which above are the first.
func everyCommand(c *urfave.Command, above string, f func(c *urfave.Command, path string)) {
	path := strings.TrimSpace(above + " " + c.Name)
	f(c, path)
	for _, sub := range c.Commands {
		if sub.Name != "help" || path == "veil" {
			everyCommand(sub, path, f)
		}
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
		hint := "please report this"
		if _, is := errors.AsType[*fs.PathError](err); is {
			hint = "mend that, and run it again"
		}
		s.complain(err.Error(), hint)
		return exitInternal
	}
}

// complain writes a message, and a hint on a line of its own.
func (s streams) complain(what, hint string) {
	const further = "      " // as wide as what begins each
	_, _ = fmt.Fprintln(s.err, s.folded(s.err, "veil: "+what, further))
	if hint != "" {
		_, _ = fmt.Fprintln(s.err, s.folded(s.err, "veil: hint: "+hint, further))
	}
}

// withoutCommand is the error of a command that needs one of its own.
func withoutCommand(c *urfave.Command, one string) error {
	path := "veil " + c.Name
	if word := c.Args().First(); word != "" {
		return noCommand(c, path, word)
	}
	return &usageError{c.Name + " needs " + one, hintCommands(c, path, "")}
}
