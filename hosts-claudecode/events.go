// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"errors"
	"fmt"

	"github.com/veil-guard/veil/core"
)

// What can be wrong with an event that is JSON.
var (
	// ErrUnknownEvent: veil does not handle an event of that name.
	ErrUnknownEvent = errors.New("not an event that veil handles")
	// ErrMissing: a field that the event must have is absent or empty.
	ErrMissing = errors.New("missing or empty")
	// ErrWrongType: a field has another JSON type than the host gives it.
	ErrWrongType = errors.New("has the wrong JSON type")
)

// EventError says which part of an event could not be read. It never holds the
// event's text.
type EventError struct {
	Event string // a known event's name, "PostToolUse"; empty if unreadable or unknown
	Field string // the event's member, "tool_input"; empty for the whole event
	Err   error  // ErrUnknownEvent, ErrMissing, ErrWrongType or a *core.DocumentError
}

// Error says where and what, in one line.
func (e *EventError) Error() string {
	text := e.Err.Error()
	if e.Field != "" {
		text = e.Field + ": " + text
	}
	if e.Event != "" {
		return e.Event + " event: " + text
	}
	return "the host's event: " + text
}

// Unwrap returns the cause.
func (e *EventError) Unwrap() error { return e.Err }

// Remedy says what to do about it, in one line.
func (e *EventError) Remedy() string {
	var unreadable *core.DocumentError
	if errors.As(e.Err, &unreadable) {
		return fmt.Sprintf("an event is one JSON object in UTF-8, of at most %d MiB", core.MaxDocument>>20)
	}
	if errors.Is(e.Err, ErrVersion) || errors.Is(e.Err, ErrUnknownMember) {
		return "install veil and its plugin in versions that fit together"
	}
	if errors.Is(e.Err, ErrUnknownEvent) {
		return "remove veil from the hooks of this event, or update veil"
	}
	return "update veil; please report this if it persists"
}

// surface is where an event's text passes and which of its members holds it.
type surface struct {
	name  core.Surface
	power core.Power
	body  string
}

func surfaceOf(event string) (surface, bool) {
	switch event {
	case userPromptSubmit:
		return surface{core.Prompt, core.Block, "prompt"}, true
	case preToolUse:
		return surface{core.ToolInput, core.Rewrite, "tool_input"}, true
	case postToolUse:
		return surface{core.ToolOutput, core.Rewrite, "tool_response"}, true
	case messageDisplay:
		return surface{core.Display, core.Rewrite, "delta"}, true
	default:
		return surface{}, false
	}
}

// Parse reads one event. The pointers of its leaves are relative to the part
// that the event is about: prompt, tool_input, tool_response or delta. It keeps
// raw. The error is an *EventError; [Refuse] answers for it.
func Parse(raw []byte) (*Hook, error) {
	doc, err := core.ParseDocument(raw)
	if err != nil {
		return nil, &EventError{Err: err}
	}
	r := reader{root: doc.Root()}
	if !r.root.IsObject() {
		return nil, &EventError{Err: ErrWrongType}
	}
	name := r.required("hook_event_name")
	at, known := surfaceOf(name)
	if r.err == nil && !known {
		r.fail("hook_event_name", ErrUnknownEvent)
	}
	if r.err != nil {
		return nil, r.err
	}
	r.event = name
	h := &Hook{TranscriptPath: r.optional("transcript_path")}
	h.Event = core.Event{
		Host:    core.Host{Name: core.ClaudeCode},
		Session: r.required("session_id"),
		Agent:   r.optional("agent_id"),
		Name:    name,
		Surface: at.name,
		Power:   at.power,
		Cwd:     r.optional("cwd"),
	}
	h.body = r.present(at.body)
	if name == preToolUse || name == postToolUse {
		r.tool(&h.Event)
	} else if h.body.Exists() && !h.body.IsString() {
		r.fail(at.body, ErrWrongType)
	}
	if r.err != nil {
		return nil, r.err
	}
	h.Event.Leaves = h.body.Leaves()
	return h, nil
}

// tool reads what the events about tool calls have in common.
func (r *reader) tool(ev *core.Event) {
	ev.Tool = core.FindTool(Tools(), r.required("tool_name"))
	ev.Call = r.optional("tool_use_id")
	input := r.present("tool_input")
	if input.Exists() && !input.IsObject() {
		r.fail("tool_input", ErrWrongType)
	}
	if ev.Surface == core.ToolOutput {
		ev.Args = input.Leaves()
	}
}
