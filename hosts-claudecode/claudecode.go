// SPDX-License-Identifier: Apache-2.0

// Package claudecode speaks the wire format of Claude Code's command hooks: it
// reads the JSON that the host writes to a hook's standard input and writes the
// answer that the host understands.
//
// [Parse] turns an event into a [core.Event] for [core.Guard.Inspect],
// [Hook.Reply] turns the verdict into a [Reply], and [Refuse] answers for an
// event that could not be read. The shapes are those of Claude Code 2.1.332,
// captured in testdata. The package decides nothing and keeps nothing.
//
// [ParseMod], [ModRequest.Answer] and [RefuseMod] are the same for the mod of veil's
// plugin, by a protocol of its own: docs/protocol-claude-code.md.
package claudecode

import "github.com/veil-guard/veil/core"

// The events that veil handles, by the host's own names. Each of these stands before
// something that the host then sends and no hook sees.
const (
	UserPromptSubmit     = "UserPromptSubmit"
	UserPromptExpansion  = "UserPromptExpansion"
	PreSkillShellCommand = "PreSkillShellCommand"
	PreToolUse           = "PreToolUse"
	PostToolBatch        = "PostToolBatch"
	PreCompact           = "PreCompact"
)

// The others hold all the text that there is.
const (
	postToolUse    = "PostToolUse"
	messageDisplay = "MessageDisplay"
)

// webFetch is the tool that gives a page to a model of its own.
const webFetch = "WebFetch"

// Hook is one event of Claude Code, ready to be inspected and answered.
type Hook struct {
	// Event names the host, not its version: that is not in the event. See
	// [Version]. Interactive is false: the event does not say who reads a display.
	Event core.Event
	// TranscriptPath is the session's transcript; empty if the host names none.
	TranscriptPath string
	// Command is what the person's prompt, or the model, calls by its name; the zero
	// value where nothing is called.
	Command Command
	// Unasked says that the host asks nobody before a tool runs: bypassPermissions.
	Unasked bool
	// ShowFailures has a shell command end well that fails, its exit code in its
	// output: what it printed comes to PostToolUse then, which can rewrite it.
	ShowFailures bool
	// PassMedia lets pictures and documents go on in a result, which veil cannot read.
	PassMedia bool

	// media are the pictures and documents in the result.
	media []medium
	// body is the part of the event that the leaves point into.
	body core.Value
}

// ReadsPage says whether the event is a call that gives a page of the web to a model
// before any hook sees it.
func (h *Hook) ReadsPage() bool { return h.Event.Name == PreToolUse && h.Event.Tool.Name == webFetch }

// Command is a slash command, a skill, or a prompt of an MCP server. Its text goes to
// the model and is in no event.
type Command struct {
	Name   string // "saluda", "sub:otro", "mcp__lab__ask"
	Source string // "projectSettings", "userSettings", "plugin", "builtin", "mcp", ...
	MCP    bool   // a prompt of an MCP server
	Shell  bool   // the event is about a shell command in the text
}

// Reply is what a hook's process gives back: its standard output and standard
// error, whole, and its exit code.
type Reply struct {
	Stdout []byte
	Stderr string
	Exit   int
}
