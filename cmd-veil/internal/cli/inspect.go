// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// inspector answers to one event. A denial is a verdict; an error means that there is
// none.
type inspector func(ctx context.Context, q inquiry) (core.Verdict, error)

// answerEvent parses, inspects and answers one event.
func answerEvent(a adapter, raw []byte, inspect inspector) reply {
	q, err := a.parse(raw)
	if err != nil {
		return a.refuse(raw, core.ReasonOf(err))
	}
	if r, ok := q.(reporting); ok && r.reports() {
		text, err := report(q)
		if err != nil {
			return a.refuse(raw, core.ReasonOf(err))
		}
		return r.reportAs(text)
	}
	verdict, err := inspect(context.Background(), q)
	if err != nil {
		return a.refuse(raw, core.ReasonOf(err))
	}
	r, err := q.answer(verdict)
	if err != nil {
		return a.refuse(raw, core.ReasonOf(err))
	}
	return r
}

// inspectEvent is the inspector that sets up everything for one event.
func inspectEvent(ctx context.Context, q inquiry) (core.Verdict, error) {
	ev := q.event()
	workspaces := workspacesOf(ev)
	setup, err := assemble.Load(workspaces...)
	if err != nil {
		return core.Verdict{}, err
	}
	if t, ok := q.(tunable); ok {
		t.tune(setup.Config)
	}
	guard, store, err := setup.Guard(ev.Session, q.settings(setup.Dirs.Home, workspaces)...)
	if err != nil {
		return core.Verdict{}, err
	}
	defer func() { _ = store.Close() }()
	verdict, err := inspectOpen(ctx, q, store, guard.Inspect)
	if err == nil {
		err = countCaught(ctx, q, store, verdict)
	}
	if r, ok := q.(reaching); ok && err == nil {
		return r.beyond(ctx, scene{setup, guard, store}, verdict)
	}
	return verdict, err
}

// lastGate is an inquiry that may come behind all others: what is found in it they have
// missed, or do not see.
type lastGate interface{ isLastGate() bool }

// countCaught counts in the session what only the last gate found.
func countCaught(ctx context.Context, q inquiry, store *pseudonymstore.Session, v core.Verdict) error {
	if gate, ok := q.(lastGate); !ok || !gate.isLastGate() || len(v.Patches) == 0 {
		return nil
	}
	return store.AddCaught(ctx, len(v.Patches))
}

// tunable is an inquiry whose answer depends on the configuration by itself.
type tunable interface{ tune(config.Config) }

// reaching is an inquiry of a host that sends more than its events hold.
type reaching interface {
	// beyond judges what the event leads to: a file that a prompt names, a session that
	// was stopped. It is given the guard's verdict and returns the one that stands.
	beyond(ctx context.Context, s scene, v core.Verdict) (core.Verdict, error)
}

// scene is where an event takes place.
type scene struct {
	setup assemble.Setup
	guard *core.Guard
	store *pseudonymstore.Session
}

// inspectOpen asks the guard of an open session.
func inspectOpen(ctx context.Context, q inquiry, store *pseudonymstore.Session, ask func(context.Context, core.Event) (core.Verdict, error)) (core.Verdict, error) {
	if !store.Begun() && q.event().Surface != core.Display { // a drawing gives out no number
		seen, err := q.conversation()
		if err != nil {
			return core.Verdict{}, err
		}
		if err := store.Begin(ctx, seen); err != nil {
			return core.Verdict{}, err
		}
	}
	ev := q.event()
	if l, ok := q.(layered); ok {
		var err error
		if ev, err = l.meet(store, ev); err != nil {
			return core.Verdict{}, err
		}
	}
	if err := maskSaved(ctx, ev, ask); err != nil {
		return core.Verdict{}, err
	}
	verdict, err := ask(ctx, ev)
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
