// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
	"github.com/veil-guard/veil/pseudonymstore"
)

// beyond is what command hooks alone cannot see or rewrite. It is refused where an event
// stands before it, and the person is told once in a session what is left.
func (q claudeCodeInquiry) beyond(ctx context.Context, s scene, v core.Verdict) (core.Verdict, error) {
	if q.plugin { // the mod rewrites all that
		return v, nil
	}
	q.hook.ShowFailures = true
	switch q.asked.Name {
	case claudecode.PostToolBatch:
		return q.brake(s, v)
	case claudecode.UserPromptSubmit, claudecode.UserPromptExpansion, claudecode.PreCompact:
		if s.store.Marked(pseudonymstore.Stopped) {
			return core.Denied(heldReason(s.store)), nil
		}
	}
	if v.Decision == core.Deny {
		return v, nil
	}
	more, err := q.unseen(ctx, s)
	if err != nil {
		return core.Verdict{}, err
	}
	v = core.Merge(v, more)
	if q.asked.Name == claudecode.UserPromptSubmit && v.Decision != core.Deny {
		return q.tellOnce(s, v)
	}
	return v, nil
}

// unseen judges what the event has the host send without showing it to a hook.
func (q claudeCodeInquiry) unseen(ctx context.Context, s scene) (core.Verdict, error) {
	switch q.asked.Name {
	case claudecode.UserPromptSubmit:
		return q.mentioned(ctx, s)
	case claudecode.UserPromptExpansion, claudecode.PreSkillShellCommand, claudecode.PreToolUse:
		if q.hook.ReadsPage() {
			return core.Denied(unseenPage()), nil
		}
		return q.expanded(ctx, s)
	case claudecode.PreCompact:
		return compacted(s)
	default:
		return core.Verdict{}, nil
	}
}

// unseenPage is the reason to keep a page of the web from being fetched.
func unseenPage() core.Reason {
	return core.Reason{
		Rule:   "page_unseen",
		Text:   "WebFetch gives the page to a model before any hook sees it",
		Remedy: "fetch it with curl in Bash, whose output veil rewrites; veil's plugin covers WebFetch",
	}
}

// brake stops the session if a result holds what must not leave: the host has put it into
// the conversation, and keeps it there whatever a hook says.
func (q claudeCodeInquiry) brake(s scene, v core.Verdict) (core.Verdict, error) {
	if v.Decision != core.Deny && q.hook.HoldsMedia() {
		v = core.Denied(core.Reason{Rule: "media", Text: "it holds an image or a document, which veil cannot read"})
	}
	if v.Decision != core.Deny {
		if s.store.Marked(pseudonymstore.Stopped) { // by another agent of the session
			return core.Denied(heldReason(s.store)), nil
		}
		return v, nil
	}
	if err := pseudonymstore.SetMark(s.setup.Dirs.State, q.asked.Session, pseudonymstore.Stopped); err != nil {
		return core.Verdict{}, err
	}
	r := heldReason(s.store)
	if len(v.Reasons) > 0 {
		r.Text = "stopped: the result of a tool cannot be rewritten here: " + v.Reasons[0].Text
	}
	return core.Denied(r), nil
}

// heldReason is why nothing more is sent in a session that was stopped.
func heldReason(store *pseudonymstore.Session) core.Reason {
	return core.Reason{
		Rule:   "session_stopped",
		Text:   "this session is stopped: the result of a tool holds personal data and would be sent",
		Remedy: "begin a new one with /clear, or send it all the same: veil sessions release " + store.Name()[:shortID],
	}
}

// compacted refuses a compaction of a session that has values: the host then reads files
// again and sends them as they are (measured, 2.1.332).
func compacted(s scene) (core.Verdict, error) {
	d, err := pseudonymstore.Describe(s.setup.Dirs.State, s.store.Name())
	if err != nil {
		return core.Verdict{}, err
	}
	n := d.Kept + d.Withheld
	for _, k := range d.Kinds {
		n += k.Values
	}
	if d.Fault == nil && n == 0 {
		return core.Verdict{}, nil
	}
	return core.Denied(core.Reason{
		Rule:   "compaction_rereads",
		Text:   "after a compaction Claude Code sends files again that no hook sees, and this session has personal data",
		Remedy: "begin a new session with /clear",
	}), nil
}

// tellOnce adds to the session's first prompt what the host, in its version, does not let
// command hooks do.
func (q claudeCodeInquiry) tellOnce(s scene, v core.Verdict) (core.Verdict, error) {
	if s.store.Marked(pseudonymstore.Told) {
		return v, nil
	}
	host := q.asked.Host
	if host.Version = programVersion(); host.Version == "" {
		host.Version = claudecode.Version(q.hook.TranscriptPath)
	}
	if err := pseudonymstore.SetMark(s.setup.Dirs.State, q.asked.Session, pseudonymstore.Told); err != nil {
		return core.Verdict{}, err
	}
	v.Reasons = append(v.Reasons, coverage(s.guard.Capabilities, host))
	return v, nil
}

// coverage says which surfaces a host lets veil rewrite or block, and which not.
func coverage(c core.Capabilities, host core.Host) core.Reason {
	var rewritten, blocked, open []string
	for _, surface := range core.Surfaces() {
		if _, err := c.Require(host, surface, core.Rewrite); err == nil {
			rewritten = append(rewritten, string(surface))
		} else if _, err := c.Require(host, surface, core.Block); err == nil {
			blocked = append(blocked, string(surface))
		} else {
			open = append(open, string(surface))
		}
	}
	version := host.Version
	if version == "" {
		version = "of unknown version"
	}
	list := func(words []string) string {
		if len(words) == 0 {
			return "nothing"
		}
		return strings.Join(words, ", ")
	}
	return core.Reason{
		Rule: "hooks_only",
		Text: fmt.Sprintf("Claude Code %s runs veil's command hooks only: rewritten: %s; blocked: %s; not covered: %s",
			version, list(rewritten), list(blocked), list(open)),
		Remedy: "docs/hosts/claude-code.md says what that means",
	}
}
