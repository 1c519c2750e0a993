// SPDX-License-Identifier: Apache-2.0

// Package opencode reads what veil's OpenCode plugin sends and writes what it
// receives: wire protocol v1, one JSON object a line (docs/protocol.md).
//
// [Parse] turns a request into a [core.Event], [Request.Answer] turns the
// verdict into the answer line, [Refuse] answers what could not be parsed or
// inspected, and [Tools] lists the tools that OpenCode brings along. Whatever
// goes wrong is answered with a denial; nothing is passed over in silence.
package opencode

import "github.com/veil-guard/veil/core"

// Request is one event that the plugin asks about.
type Request struct {
	// ID is the request's id, a JSON number as the plugin spelled it.
	ID []byte
	// Event is the event, ready for [core.Guard.Inspect].
	Event core.Event
}

// The events of protocol v1, by the names of OpenCode's plugin hooks.
const (
	chatMessage       = "chat.message"
	toolBefore        = "tool.execute.before"
	toolAfter         = "tool.execute.after"
	messagesTransform = "experimental.chat.messages.transform"
	systemTransform   = "experimental.chat.system.transform"
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
	case messagesTransform:
		return core.History, true
	case systemTransform:
		return core.System, true
	default:
		return "", false
	}
}
