// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/core"
)

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
	if l, ok := q.(layered); ok {
		if ev, err = l.meet(store, ev); err != nil {
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
