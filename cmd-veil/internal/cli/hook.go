// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/core"
)

// hookDeadline is below the hosts' own limit of 10 s: a hook that the host
// gives up on lets the event pass, so veil must answer first.
const hookDeadline = 8 * time.Second

// adapter is a host's wire format.
type adapter interface {
	// parse reads one event.
	parse(raw []byte) (inquiry, error)
	// refuse is the denial of an event that could not be parsed or inspected.
	refuse(raw []byte, r core.Reason) reply
}

// inquiry is one event that waits for its answer.
type inquiry interface {
	event() core.Event
	// settings are the host's files that could switch the guard off.
	settings(home string, workspaces []string) []string
	// conversation returns the tokens that the session's conversation holds, as far
	// as it can be read. It is asked once in a session.
	conversation() ([]core.Token, error)
	answer(v core.Verdict) (reply, error)
}

// reply is what the process says to the host.
type reply struct {
	stdout []byte
	stderr string // with its line end
	exit   int
}

// exitHookFailed is the exit code that both hosts understand as a denial when
// nothing else can be said.
const exitHookFailed = 2

// maxInput bounds what is read of an event. It is above core.MaxDocument: an
// event that is too large is refused, and for that its whole text is needed,
// because some hosts take a refusal only in the shape of the event.
const maxInput = 8 * core.MaxDocument

// runHook answers one event. Whatever goes wrong, the host reads a denial: an
// error, a panic, the deadline, or an output that cannot be written.
func runHook(a adapter, s streams) int {
	var read atomic.Pointer[[]byte] // what was read of the event, for the refusal
	answered := make(chan reply, 1)
	go func() {
		defer func() {
			if recover() != nil {
				answered <- a.refuse(valueOf(&read), core.ReasonOf(errPanic))
			}
		}()
		raw, err := io.ReadAll(io.LimitReader(s.in, maxInput))
		read.Store(&raw)
		if err != nil {
			answered <- a.refuse(raw, core.ReasonOf(fmt.Errorf("reading the event: %w", err)))
			return
		}
		answered <- answerEvent(a, raw)
	}()
	deadline := time.NewTimer(hookDeadline)
	defer deadline.Stop()
	select {
	case r := <-answered:
		return s.say(r)
	case <-deadline.C:
		return s.say(a.refuse(valueOf(&read), core.ReasonOf(context.DeadlineExceeded)))
	}
}

// errPanic stands for a panic. What it said is not kept: it may hold a value.
var errPanic = errors.New("veil panicked")

func valueOf(p *atomic.Pointer[[]byte]) []byte {
	if raw := p.Load(); raw != nil {
		return *raw
	}
	return nil
}

// say writes the reply. If the host cannot read it, the exit code denies.
func (s streams) say(r reply) int {
	if len(r.stdout) > 0 {
		if _, err := s.out.Write(r.stdout); err != nil || isNull(s.out) {
			_, _ = fmt.Fprintln(s.err, "veil: the answer could not be written; try again")
			return exitHookFailed
		}
	}
	_, _ = io.WriteString(s.err, r.stderr)
	return r.exit
}

// isNull says whether what is written there is thrown away: the Go runtime puts
// the null device in place of a standard output that is closed.
func isNull(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}

// answerEvent parses, inspects and answers one event.
func answerEvent(a adapter, raw []byte) reply {
	q, err := a.parse(raw)
	if err != nil {
		return a.refuse(raw, core.ReasonOf(err))
	}
	verdict, err := inspectEvent(context.Background(), q)
	if err != nil {
		return a.refuse(raw, core.ReasonOf(err))
	}
	r, err := q.answer(verdict)
	if err != nil {
		return a.refuse(raw, core.ReasonOf(err))
	}
	return r
}

// inspectEvent sets up the guard for the event's session and asks it. A denial
// is a verdict; an error means that there is none.
func inspectEvent(ctx context.Context, q inquiry) (core.Verdict, error) {
	ev := q.event()
	workspaces := workspacesOf(ev)
	setup, err := assemble.Load(workspaces...)
	if err != nil {
		return core.Verdict{}, err
	}
	guard, store, err := setup.Guard(ev.Session, q.settings(setup.Dirs.Home, workspaces)...)
	if err != nil {
		return core.Verdict{}, err
	}
	defer func() { _ = store.Close() }()
	if !store.Begun() {
		seen, err := q.conversation()
		if err != nil {
			return core.Verdict{}, err
		}
		if err := store.Begin(ctx, seen); err != nil {
			return core.Verdict{}, err
		}
	}
	verdict, err := guard.Inspect(ctx, ev)
	var unsupported *core.UnsupportedCapabilityError
	if errors.As(err, &unsupported) {
		return verdict, nil
	}
	if reveals(verdict) && startedInAgentShell() {
		return core.Denied(core.Reason{
			Rule:   "agent_shell",
			Text:   "refused inside the agent's own shell: it must not read the values",
			Remedy: "only the host itself may start this command",
		}), nil
	}
	return verdict, err
}

// reveals says whether the verdict holds values in place of tokens.
func reveals(v core.Verdict) bool {
	return slices.ContainsFunc(v.Patches, func(p core.Patch) bool { return p.Op == core.Reveal })
}

// workspacesOf returns the directories that belong to the project, with the
// repositories they lie in: what is there was not written by the person.
func workspacesOf(ev core.Event) []string {
	var list []string
	cwd, _ := os.Getwd()
	for _, dir := range []string{ev.Cwd, os.Getenv("CLAUDE_PROJECT_DIR"), cwd} {
		for _, w := range []string{dir, repositoryOf(dir)} {
			if w != "" && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	return list
}

// repositoryOf returns the outermost repository that holds dir, or "".
func repositoryOf(dir string) string {
	found := ""
	for filepath.IsAbs(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			found = dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return found
}
