// SPDX-License-Identifier: Apache-2.0

// Package opencode reads what veil's OpenCode plugin sends and writes what it
// receives: wire protocol v1, one JSON object a line (docs/protocol.md).
//
// [Parse] turns a request into a [core.Event], [Request.Answer] turns the
// verdict into the answer line, [Refuse] answers what could not be parsed or
// inspected, and [Tools] lists the tools that OpenCode brings along. [ParseGreeting]
// reads what is no event: the handshake and the wish for a report. Whatever
// goes wrong is answered with a denial; nothing is passed over in silence.
package opencode

import "github.com/veil-guard/veil/core"

// Request is one event that the plugin asks about.
type Request struct {
	// ID is the request's id, a JSON number as the plugin spelled it.
	ID []byte
	// Event is the event, ready for [core.Guard.Inspect].
	Event core.Event
	// Epoch names the answers that the plugin relied on when it left out texts, which
	// are empty leaves; "" if it left out nothing. Any other epoch than the one that
	// [Request.Hold] is given is a denial.
	Epoch string

	holds  string
	unread []string
}

// IsLastGate says whether the request is about the body of a model request: what is
// found there was missed by every hook.
func (r *Request) IsLastGate() bool { return r.Event.Name == fetch }

// The events of protocol v1. Those with a dot are named like OpenCode's plugin hooks.
const (
	hello = "hello"
	// fetch is the body of a request that leaves through globalThis.fetch.
	fetch  = "fetch"
	report = "report"

	chatMessage       = "chat.message"
	toolBefore        = "tool.execute.before"
	toolAfter         = "tool.execute.after"
	messagesTransform = "experimental.chat.messages.transform"
	systemTransform   = "experimental.chat.system.transform"
	textComplete      = "experimental.text.complete"
)

// surfaceOf returns the surface of an event; false if the event is unknown.
func surfaceOf(event string) (core.Surface, bool) {
	switch event {
	case chatMessage:
		return core.Prompt, true
	case toolBefore:
		return core.ToolInput, true
	case toolAfter:
		return core.ToolOutput, true
	case messagesTransform, fetch:
		return core.History, true
	case systemTransform:
		return core.System, true
	case textComplete:
		return core.Display, true
	default:
		return "", false
	}
}
