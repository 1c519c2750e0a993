// SPDX-License-Identifier: Apache-2.0

package core

import (
	"path"
	"slices"
)

// Effect is what a tool can do, as a set of bits.
type Effect uint16

const (
	// EIT brings text from outside into the conversation.
	EIT Effect = 1 << iota
	// PAT reads private data.
	PAT
	// NAT sends something over the network.
	NAT
	// MUT changes files or other local state.
	MUT
	// EXEC runs code.
	EXEC
	// CRED touches credentials.
	CRED
	// DELEGATE hands work to another agent.
	DELEGATE
)

// Sink says where a tool's arguments go, and with it what becomes of tokens
// and values in them.
type Sink uint8

const (
	// SinkUnknown is treated as SinkEgress.
	SinkUnknown Sink = iota
	// SinkFile is a write to a local file: tokens are rehydrated.
	SinkFile
	// SinkRead is a local read or search: tokens are rehydrated.
	SinkRead
	// SinkShell is a shell command: tokens are kept, values are hidden.
	SinkShell
	// SinkEgress leaves the machine: tokens are kept, values are hidden.
	SinkEgress
	// SinkDelegate is a sub-agent: tokens are kept, values are hidden.
	SinkDelegate
)

// ToolSpec is what veil knows of a host's tool. Fields are names of top-level
// arguments; in ContentFields they may lead deeper, with * for any name or index:
// "edits/*/new_string".
type ToolSpec struct {
	Name          string
	Effects       Effect
	Sink          Sink
	PathFields    []string
	ContentFields []string
	PatternFields []string
	// GlobFields hold patterns of file names. They are path or pattern fields too.
	GlobFields []string
	// CommandFields hold shell text.
	CommandFields []string
	// PatchFields hold the text of an apply_patch call, which names its files.
	PatchFields []string
}

// isContent says whether the leaf is a field that holds content. Nothing else
// below the field counts: a tool refuses what its schema does not have, and its
// error quotes it.
func (t ToolSpec) isContent(l Leaf) bool {
	if l.ID.Key || l.Number {
		return false
	}
	for _, field := range t.ContentFields {
		if matched, err := path.Match("/"+field, l.ID.Pointer); err == nil && matched {
			return true
		}
	}
	return false
}

// patternSigns are the characters that have a meaning in the leaf beside themselves: it
// may be a regular expression or a pattern of file names.
func (t ToolSpec) patternSigns(l Leaf) string {
	switch {
	case isField(t.GlobFields, l):
		return globSigns
	case isField(t.PatternFields, l):
		return regexpSigns
	}
	return ""
}

// isPath says whether the leaf is a path.
func (t ToolSpec) isPath(l Leaf) bool { return isField(t.PathFields, l) }

// isCommand says whether the leaf is shell text.
func (t ToolSpec) isCommand(l Leaf) bool { return isField(t.CommandFields, l) }

// isField says whether the leaf is the text of one of the top-level arguments.
func isField(fields []string, l Leaf) bool {
	return !l.ID.Key && !l.Number && slices.ContainsFunc(fields, func(f string) bool { return l.ID.Pointer == "/"+f })
}

// FindTool returns the tool of that name, or one with SinkUnknown.
func FindTool(tools []ToolSpec, name string) ToolSpec {
	for _, t := range tools {
		if t.Name == name {
			return t
		}
	}
	return ToolSpec{Name: name}
}
