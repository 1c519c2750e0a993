// SPDX-License-Identifier: Apache-2.0

package core

import (
	"context"
	"errors"
	"fmt"
)

// Guard inspects events. It is bound to one root session by its Pseudonyms and
// safe for concurrent use if its parts are.
type Guard struct {
	Capabilities Capabilities
	Detectors    []Detector
	Pseudonyms   Pseudonyms
	Policies     []Policy
	// Shell reads shell commands; without one, no command may be given a token
	// that it could write to a file.
	Shell  Shell
	Grants Grants
	// Present returns what a file holds now; "" for one that cannot be read. It is
	// asked only where a write holds something like a token. Nil knows no file.
	Present func(cwd, path string) string
	// Irregular says what a path leads to that is no plain file of this machine, such as
	// "a pipe"; "" for a plain file. It is asked where a shell command writes values.
	// Nil knows none.
	Irregular func(cwd, path string) string
	// Memory is what the session remembers; without one, nothing.
	Memory Memory
	// ShowValues has the values shown on every display; otherwise only on one
	// that a person reads.
	ShowValues bool
}

// errPanic stands for a panic of one of the guard's parts. What it said is not
// kept: it may hold a value.
var errPanic = errors.New("a part of veil panicked")

// errNoGuarantee: an event asks for something that protects nothing.
var errNoGuarantee = errors.New("an event must ask for its text to be rewritten or blocked")

// Inspect answers whether the event may go on and with which leaves replaced.
//
// It fails closed: whenever the error is not nil, the verdict is a denial that
// says why. The error is a *UnsupportedCapabilityError if the host cannot give
// the guarantee that the event asks for.
func (g *Guard) Inspect(ctx context.Context, ev Event) (Verdict, error) {
	type answer struct {
		verdict Verdict
		err     error
	}
	var a answer
	if ctx.Done() == nil { // there is nothing to wait for beside the answer
		a.verdict, a.err = g.inspectSafely(ctx, ev)
	} else {
		done := make(chan answer, 1)
		go func() {
			v, err := g.inspectSafely(ctx, ev)
			done <- answer{v, err}
		}()
		select {
		case a = <-done:
		case <-ctx.Done():
			a.err = ctx.Err()
		}
	}
	if a.err != nil {
		return Denied(ReasonOf(a.err)), a.err
	}
	return a.verdict, nil
}

// inspectSafely turns a panic of a part into an error.
func (g *Guard) inspectSafely(ctx context.Context, ev Event) (v Verdict, err error) {
	defer func() {
		if recover() != nil {
			v, err = Verdict{}, errPanic
		}
	}()
	return g.inspect(ctx, ev)
}

func (g *Guard) inspect(ctx context.Context, ev Event) (Verdict, error) {
	if ev.Power != Rewrite && ev.Power != Block {
		return Verdict{}, errNoGuarantee
	}
	if _, err := g.Capabilities.Require(ev.Host, ev.Surface, ev.Power); err != nil {
		return Verdict{}, err
	}
	if ev.Surface == ToolInput {
		// A call whose output could not be rewritten must not run at all.
		if _, err := g.Capabilities.Require(ev.Host, ToolOutput, Rewrite); err != nil {
			return Verdict{}, err
		}
	}
	if err := g.noteLookAlikes(ctx, ev); err != nil {
		return Verdict{}, err
	}
	candidate, err := g.candidate(ctx, ev)
	if err != nil {
		return Verdict{}, err
	}
	judged, err := g.judge(ctx, ev, candidate)
	if err != nil {
		return Verdict{}, err
	}
	v := Merge(candidate, judged)
	if v.Decision == Deny && len(v.Reasons) == 0 {
		v.Reasons = []Reason{{
			Rule:   "conflicting_rewrites",
			Text:   "two parts of veil want different texts in one place",
			Remedy: "please report this",
		}}
	}
	return g.sayKept(ctx, ev, v)
}

// candidate is what becomes of the event's text, before any policy.
func (g *Guard) candidate(ctx context.Context, ev Event) (Verdict, error) {
	switch g.direction(ev) {
	case commanding:
		return g.command(ctx, ev)
	case leaving:
		return g.egress(ctx, ev)
	case revealing:
		return g.reveal(ctx, ev)
	case hiding:
		return g.hide(ctx, ev, nil)
	default:
		return Verdict{}, nil
	}
}

// judge asks the policies about both forms of a tool call: with tokens, and as
// the tool would receive it.
func (g *Guard) judge(ctx context.Context, ev Event, candidate Verdict) (Verdict, error) {
	if ev.Surface != ToolInput {
		return Verdict{}, nil
	}
	forms := []Event{ev}
	if candidate.Rewrites() {
		forms = append(forms, ev.with(candidate.Patches))
	}
	var v Verdict
	for _, form := range forms {
		for _, policy := range g.Policies {
			judged, err := policy.Judge(ctx, form)
			if err != nil {
				return Verdict{}, fmt.Errorf("judging a tool call: %w", err)
			}
			v = Merge(v, judged)
		}
	}
	return v, nil
}

// direction is which way text goes on an event.
type direction uint8

const (
	hiding direction = iota
	revealing
	commanding // a shell call: it depends on the command
	leaving    // a call that leaves the machine
	keeping
)

func (g *Guard) direction(ev Event) direction {
	switch ev.Surface {
	case Display:
		if ev.Interactive || g.ShowValues {
			return revealing
		}
		return keeping
	case ToolInput:
		switch ev.Tool.Sink {
		case SinkFile, SinkRead:
			if g.Grants.keeps(ev) {
				return hiding
			}
			return revealing
		case SinkShell:
			return commanding
		case SinkDelegate:
			return hiding
		}
		if g.Grants.local(ev.Tool) {
			return revealing
		}
		return leaving
	default:
		return hiding
	}
}

// with returns the event as it would be with the patches done.
func (ev Event) with(patches []Patch) Event {
	texts := make(map[LeafID]string, len(patches))
	for _, p := range patches {
		texts[p.Leaf] = p.New
	}
	leaves := make([]Leaf, len(ev.Leaves))
	for i, l := range ev.Leaves {
		if text, ok := texts[l.ID]; ok {
			l.Text, l.Number = text, false
		}
		leaves[i] = l
	}
	ev.Leaves = leaves
	return ev
}
