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
		if unreadable.TooLarge() {
			return "send a smaller text, or name the file; begin a new session if the conversation is so long"
		}
		return fmt.Sprintf("an event is one JSON object in UTF-8, of at most %d MiB", core.MaxDocument>>20)
	}
	if errors.Is(e.Err, ErrVersion) || errors.Is(e.Err, ErrUnknownMember) {
		return "install veil and its plugin in versions that fit together"
	}
	if errors.Is(e.Err, ErrNotBase64) {
		return "leave the document out, in a new session"
	}
	if errors.Is(e.Err, ErrUnknownEvent) {
		return "remove veil from the hooks of this event, or update veil"
	}
	return "update veil; please report this if it persists"
}
