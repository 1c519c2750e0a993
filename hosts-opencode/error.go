// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"errors"
	"fmt"

	"github.com/veil-guard/veil/core"
)

// EventError says which part of a request could not be read. It never holds
// text of the request.
type EventError struct {
	Event string // the event's name; empty if it is unreadable or unknown
	Field string // the member, as "leaves/3/0"; empty for the whole line
	Err   error
}

// The problems of a request that a caller can tell apart.
var (
	// ErrVersion: the request is not of protocol version 1.
	ErrVersion = errors.New("not protocol version 1")
	// ErrUnknownEvent: the event is not one of protocol v1.
	ErrUnknownEvent = errors.New("unknown event")
	// ErrShape: a member is missing, is of the wrong type or is not known.
	ErrShape = errors.New("missing, unknown or of the wrong type")
	// ErrTwice: two leaves have the same name.
	ErrTwice = errors.New("a leaf occurs twice")
)

// Error says what could not be read, in one line.
func (e *EventError) Error() string {
	text := "request"
	if e.Event != "" {
		text = e.Event
	}
	if e.Field != "" {
		text += ", " + e.Field
	}
	return text + ": " + e.Err.Error()
}

// Unwrap returns the problem.
func (e *EventError) Unwrap() error { return e.Err }

// Remedy says what to do about it, in one line.
func (e *EventError) Remedy() string {
	var unreadable *core.DocumentError
	if errors.As(e.Err, &unreadable) {
		if unreadable.TooLarge() {
			return "send a smaller text, or name the file; begin a new session if the conversation is so long"
		}
		return fmt.Sprintf("send one JSON object in UTF-8, of at most %d MiB", core.MaxDocument>>20)
	}
	return "install veil and its OpenCode plugin in versions that fit together"
}
