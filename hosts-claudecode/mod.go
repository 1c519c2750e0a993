// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"errors"
	"slices"

	"github.com/veil-guard/veil/core"
)

// The events of a mod, by Claude Code's own names.
const (
	promptSubmit  = "prompt.submit"
	sessionAppend = "session.append"
	toolCall      = "tool.call"
	httpFetch     = "http.fetch"
	uiRender      = "ui.render"
	// modReport is none of the host's: the mod asks how things stand.
	modReport = "report"
)

var (
	// ErrVersion says that a request of the mod is not of version 1.
	ErrVersion = errors.New("not version 1 of the mod's protocol")
	// ErrUnknownMember says that a request of the mod has a member that veil does not read.
	ErrUnknownMember = errors.New("has a member that is not known")
	// ErrNotBase64 says that a document of a request is not in the base64 that it claims.
	ErrNotBase64 = errors.New("holds a document that is not in base64")
)

// modMembers are the names that a request may have. What veil does not read it has
// not inspected.
var modMembers = [...]string{"v", "id", "event", "version", "session", "transcript", "cwd", "agent", "call", "tool",
	"conversation", "restricted", "part"}

// ModRequest is one event that the plugin's mod asks about: docs/protocol-claude-code.md.
type ModRequest struct {
	// ID is the request's id, a JSON number as the mod spelled it.
	ID []byte
	// Event is the event. Interactive is false: the mod cannot say who reads a display.
	Event core.Event
	// TranscriptPath is the session's transcript; empty if the mod names none.
	TranscriptPath string
	// Conversation holds the tokens of the conversation so far, as text. Told says whether
	// the mod sent them: it does with a session's first event in its process.
	Conversation string
	Told         bool
	// Restricted says that the host keeps the mod from what it sends by itself: managed
	// settings are there, and they do not enable the plugin.
	Restricted bool
	// PassMedia lets pictures and documents go on, which veil cannot read.
	PassMedia bool

	// packed are the pointers of leaves that the part holds in base64.
	packed map[string]bool
	// media are the pictures and documents in the part.
	media []medium
}

// IsReport says whether the mod asks how things stand, by [ModRequest.Report], and not
// about an event.
func (r *ModRequest) IsReport() bool { return r.Event.Name == modReport }

// IsLastGate says whether the event is a whole request of the host: what is found in it
// the other events have missed, or do not see.
func (r *ModRequest) IsLastGate() bool { return r.Event.Name == httpFetch }

// ParseMod reads one request. The pointers of its leaves are relative to the part
// that the event is about. It keeps line. The error is an *EventError; [RefuseMod]
// answers for it.
func ParseMod(line []byte) (*ModRequest, error) {
	r, err := readerOf(line)
	if err != nil {
		return nil, err
	}
	if string(r.root.Get("v").Raw()) != "1" {
		r.fail("v", ErrVersion)
	}
	name := r.required("event")
	rule, known := modRules()[name]
	if r.err == nil && !known {
		r.fail("event", ErrUnknownEvent)
	}
	if r.err != nil {
		return nil, r.err
	}
	r.event = name
	for member := range r.root.Members {
		if !slices.Contains(modMembers[:], member) {
			r.fail("", ErrUnknownMember)
		}
	}
	req := r.modRequest(name, rule)
	if r.err != nil {
		return nil, r.err
	}
	return req, nil
}

func (r *reader) modRequest(name string, rule modRule) *ModRequest {
	req := &ModRequest{ID: requestID(r.root), TranscriptPath: r.optional("transcript"), Event: core.Event{
		Host:    core.Host{Name: core.ClaudeCodeMod, Version: r.optional("version")},
		Session: r.required("session"),
		Agent:   r.optional("agent"),
		Call:    r.optional("call"),
		Name:    name,
		Surface: rule.surface,
		Power:   core.Rewrite,
		Cwd:     r.optional("cwd"),
	}}
	req.Told = r.root.Get("conversation").Exists()
	req.Conversation = r.optional("conversation")
	if restricted := r.root.Get("restricted"); restricted.Exists() {
		req.Restricted = string(restricted.Raw()) != "false"
	}
	if req.ID == nil {
		r.fail("id", ErrMissing)
	}
	if name == toolCall {
		req.Event.Tool = core.FindTool(Tools(), r.required("tool"))
	}
	r.part(req, rule)
	req.media = mediaOfPart(name, r.root.Get("part"))
	return req
}

// part reads the part of the host's event that holds its text.
func (r *reader) part(req *ModRequest, rule modRule) {
	part := r.present("part")
	if part.Exists() && !rule.is(part) {
		r.fail("part", ErrWrongType)
		return
	}
	var read reading
	rule.read(&read, part)
	if read.err != nil {
		r.fail("part", read.err)
	}
	req.Event.Leaves, req.packed = read.leaves, read.packed
	if req.Event.Name == sessionAppend && hasFailed(part) {
		req.Event.Surface = core.FailedOutput
	}
}

// requestID returns the id of a request as it is spelled; nil if it is none.
func requestID(request core.Value) []byte {
	raw := request.Get("id").Raw()
	if len(raw) > 0 && (raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9') {
		return raw
	}
	return nil
}
