// SPDX-License-Identifier: Apache-2.0

package core

// Host is the agent program that hands veil its events. Version is as the host
// writes it ("2.1.332"); empty means unknown.
type Host struct {
	Name    string
	Version string
}

// LeafID names a leaf within an event.
type LeafID struct {
	// Pointer is a JSON Pointer (RFC 6901), relative to the part of the host's
	// JSON that the event is about: a tool's arguments, a tool's result.
	Pointer string
	// Key says that the leaf is the name of the member that Pointer leads to.
	Key bool
}

// Leaf is one string of an event: a value, an object key or a number.
type Leaf struct {
	ID     LeafID
	Text   string
	Number bool // Text is the literal of a JSON number
}

// Event is one thing that a host is about to do or has just done.
type Event struct {
	Host    Host
	Session string // the root session; sub-agents share it
	Agent   string // the sub-agent, if any
	Call    string // the tool call, if any
	Name    string // the host's own name of the event
	Surface Surface
	// Power is the guarantee that is asked for: Rewrite (values are replaced and
	// the event goes on) or Block (an event with values is stopped).
	Power  Power
	Tool   ToolSpec // the zero value where the event has no tool
	Cwd    string
	Leaves []Leaf
	// Args are the arguments of the call whose output this is. They are context:
	// tokens in them are references in the output, and they are not rewritten.
	Args []Leaf
	// Answered says that veil has put values into this call already, by another way
	// of the host: what still looks like a token there is meant so.
	Answered bool
	// Resent says that the text was shown to the guard before, as it came: the tokens
	// in it are the guard's own.
	Resent bool
	// Interactive says that a person reads the display on a screen, and that it
	// does not go into a file or a pipe.
	Interactive bool
}
