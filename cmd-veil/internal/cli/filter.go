// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	urfave "github.com/urfave/cli/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
)

func filterCommand(s streams) *urfave.Command {
	var f filter
	c := plain(&urfave.Command{
		Name:  "filter",
		Usage: "replace the personal data on standard input by tokens",
		Description: "Writes the text with tokens to standard output. With --session the tokens are\n" +
			"remembered under that name, and --restore turns them back, byte for byte.\n" +
			"UTF-16 stays UTF-16. Text that cannot be inspected is refused: exit code 6, and\n" +
			"no output.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "session", Usage: "remember the tokens under `NAME`", Destination: &f.session, Action: notEmpty},
			&urfave.BoolFlag{Name: "restore", Usage: "put the values back", Destination: &f.restore},
		},
	}, "give it the text on standard input", func(ctx context.Context) error { return f.run(ctx, s) })
	act := c.Action
	c.Action = func(ctx context.Context, c *urfave.Command) error {
		if name := c.Args().First(); c.Args().Len() == 1 && isFile(name) {
			return &usageError{"filter takes no arguments", "give it the text on standard input: veil filter < " + name}
		}
		return act(ctx, c)
	}
	return c
}

// isFile says whether a word names a file, and so is no text.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// notEmpty refuses an empty name: a variable that is not set would have the tokens
// forgotten.
func notEmpty(_ context.Context, _ *urfave.Command, name string) error {
	if name == "" {
		return &usageError{"the session's name is empty", "give it a name: --session NAME"}
	}
	return nil
}

// filter is one run of veil filter.
type filter struct {
	session string
	restore bool
}

// terminal is the host that stands for a person at a terminal. It can do what
// filter needs of it.
const terminal = "terminal"

func terminalCapabilities() core.Capabilities {
	return core.Capabilities{
		{Host: terminal, Surface: core.ToolInput, Power: core.Rewrite},
		{Host: terminal, Surface: core.ToolOutput, Power: core.Rewrite},
		{Host: terminal, Surface: core.FailedOutput, Power: core.Rewrite},
	}
}

func (f filter) run(ctx context.Context, s streams) error {
	if f.restore && f.session == "" {
		return &usageError{"--restore needs --session", "name the session whose tokens you want back"}
	}
	if f.restore {
		if err := s.refuseAgent("read the values"); err != nil {
			return err
		}
		if err := f.mustExist(); err != nil {
			return err
		}
	}
	s.await(map[bool]string{false: awaitHide, true: awaitRestore}[f.restore])
	text, err := io.ReadAll(s.in)
	if err != nil {
		return err
	}
	result, notes, err := f.applyIn(ctx, text)
	var refused *refusedError
	if errors.As(err, &refused) {
		s.complain(refused.reason.Text, refused.reason.Remedy)
		return codeError(exitDenied)
	}
	if err != nil {
		return err
	}
	for _, r := range notes {
		s.complain(r.Text, r.Remedy)
	}
	_, err = io.WriteString(s.out, result)
	return err
}

// mustExist says which session there may be instead, if there is none of the name:
// opening it would make one.
func (f filter) mustExist() error {
	shelf, err := openShelf()
	if err != nil {
		return err
	}
	if shelf.keyErr != nil && !errors.Is(shelf.keyErr, fs.ErrNotExist) {
		return shelf.keyErr
	}
	if shelf.named(f.session) != "" {
		return nil
	}
	hint := "name the one that veil filter --session made; " + hintWhat
	if near := shelf.near(f.session); near != "" {
		hint = "did you mean --session " + near + "?"
	}
	return &usageError{fmt.Sprintf("no session has the name %q", f.session), hint}
}

// refusedError says that the guard denied the text.
type refusedError struct{ reason core.Reason }

func (e *refusedError) Error() string { return e.reason.Text }

// applyIn is apply in the text's own encoding: UTF-16 is turned into UTF-8 and
// back.
func (f filter) applyIn(ctx context.Context, text []byte) (string, []core.Reason, error) {
	u, ok := detectors.ReadUTF16(text)
	if !ok {
		return f.apply(ctx, string(text))
	}
	if !u.Clean {
		return "", nil, &refusedError{core.Reason{
			Text:   "the text is UTF-16 with something else in it: text in another encoding, half a character",
			Remedy: "convert it to UTF-8 first",
		}}
	}
	result, notes, err := f.apply(ctx, string(u.Text))
	if err != nil {
		return "", nil, err
	}
	return string(u.Encode([]byte(result))), notes, nil
}

// apply returns the text hidden or restored, and what the person should know.
func (f filter) apply(ctx context.Context, text string) (string, []core.Reason, error) {
	setup, err := assemble.LoadHere()
	if err != nil {
		return "", nil, err
	}
	name := filterSession(f.session)
	if f.session == "" {
		dir, err := os.MkdirTemp("", "veil-filter-")
		if err != nil {
			return "", nil, err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		setup.Dirs.State = dir
	}
	guard, store, err := setup.Guard(name)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = store.Close() }()
	guard.Capabilities = terminalCapabilities()
	result, notes, err := inspectText(ctx, guard, text, f.restore)
	if err == nil && store.Repaired() {
		notes = append(notes, core.Reason{
			Rule:   "torn_record",
			Text:   "a killed process left the session's last record half written: it was cut off",
			Remedy: "nothing to do: no token of it was given out",
		})
	}
	return result, notes, err
}

// inspectText hides the values in text, or restores the tokens in it.
func inspectText(ctx context.Context, guard *core.Guard, text string, restore bool) (string, []core.Reason, error) {
	ev := core.Event{
		Host:    core.Host{Name: terminal},
		Session: "filter",
		Surface: core.ToolOutput,
		Power:   core.Rewrite,
		Leaves:  []core.Leaf{{Text: text}},
	}
	if restore {
		ev.Surface, ev.Tool = core.ToolInput, core.ToolSpec{Name: "filter", Sink: core.SinkRead}
	}
	verdict, err := guard.Inspect(ctx, ev)
	switch {
	case err != nil:
		return "", nil, err
	case verdict.Decision != core.Allow:
		return "", nil, &refusedError{verdict.Reasons[0]}
	case len(verdict.Patches) == 0:
		return text, verdict.Reasons, nil
	default:
		return verdict.Patches[0].New, verdict.Reasons, nil
	}
}
