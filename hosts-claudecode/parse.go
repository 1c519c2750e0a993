// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// surface is where an event's text passes and which of its members holds it.
type surface struct {
	name  core.Surface
	power core.Power
	body  string
	read  func(r *reader, h *Hook, body core.Value)
}

// surfaces are the events that veil handles.
func surfaces() map[string]surface {
	return map[string]surface{
		UserPromptSubmit:     {core.Prompt, core.Block, "prompt", (*reader).text},
		UserPromptExpansion:  {core.Prompt, core.Block, "prompt", (*reader).expansion},
		PreCompact:           {core.Prompt, core.Block, "custom_instructions", (*reader).instructions},
		PreSkillShellCommand: {core.ToolInput, core.Block, "tool_input", (*reader).skillShell},
		PreToolUse:           {core.ToolInput, core.Rewrite, "tool_input", (*reader).tool},
		postToolUse:          {core.ToolOutput, core.Rewrite, "tool_response", (*reader).tool},
		PostToolBatch:        {core.ToolOutput, core.Block, "tool_calls", (*reader).batch},
		messageDisplay:       {core.Display, core.Rewrite, "delta", (*reader).text},
	}
}

// Parse reads one event. The pointers of its leaves are relative to the part
// that the event is about: prompt, tool_input, tool_response, tool_calls,
// custom_instructions or delta. It keeps raw. The error is an *EventError;
// [Refuse] answers for it.
func Parse(raw []byte) (*Hook, error) {
	r, err := readerOf(raw)
	if err != nil {
		return nil, err
	}
	name := r.required("hook_event_name")
	at, known := surfaces()[name]
	if r.err == nil && !known {
		r.fail("hook_event_name", ErrUnknownEvent)
	}
	if r.err != nil {
		return nil, r.err
	}
	r.event, r.body = name, at.body
	h := &Hook{TranscriptPath: r.optional("transcript_path"), Unasked: r.optional("permission_mode") == "bypassPermissions"}
	h.Event = core.Event{
		Host:    core.Host{Name: core.ClaudeCode},
		Session: r.required("session_id"),
		Agent:   r.optional("agent_id"),
		Name:    name,
		Surface: at.name,
		Power:   at.power,
		Cwd:     r.optional("cwd"),
	}
	h.body = r.root.Get(at.body)
	h.Event.Leaves = h.body.Leaves()
	at.read(&r, h, h.body)
	if !h.body.Exists() && name != PreCompact {
		r.fail(at.body, ErrMissing)
	}
	if r.err != nil {
		return nil, r.err
	}
	return h, nil
}

// text reads an event that is about a text.
func (r *reader) text(_ *Hook, body core.Value) {
	if body.Exists() && !body.IsString() {
		r.fail(r.body, ErrWrongType)
	}
}

// instructions reads what a person tells a compaction to keep: a text, or nothing.
func (r *reader) instructions(_ *Hook, body core.Value) {
	if body.Exists() && string(body.Raw()) != "null" && !body.IsString() {
		r.fail(r.body, ErrWrongType)
	}
}

// expansion reads the call of a command by its name.
func (r *reader) expansion(h *Hook, body core.Value) {
	r.text(h, body)
	h.Command = Command{
		Name: r.required("command_name"), Source: r.optional("command_source"),
		MCP: r.required("expansion_type") != "slash_command",
	}
}

// skillShell reads a shell command in the text of a command.
func (r *reader) skillShell(h *Hook, body core.Value) {
	r.tool(h, body)
	h.Command = Command{Name: r.required("command_name"), Source: r.optional("command_source"), Shell: true}
}

// tool reads what the events about tool calls have in common.
func (r *reader) tool(h *Hook, body core.Value) {
	ev := &h.Event
	ev.Tool = core.FindTool(Tools(), r.required("tool_name"))
	ev.Call = r.optional("tool_use_id")
	input := r.present("tool_input")
	if input.Exists() && !input.IsObject() {
		r.fail("tool_input", ErrWrongType)
	}
	if ev.Surface == core.ToolOutput {
		ev.Args = input.Leaves()
		h.media = mediaIn(nil, body, "")
		ev.Leaves = readable(ev.Leaves, h.media)
		// What WebFetch gives are the words of a model that has read the page: its tokens
		// are the session's.
		ev.Resent = ev.Tool.Name == webFetch
	}
	if ev.Name == PreToolUse && ev.Tool.Name == "Skill" {
		h.Command.Name = strings.TrimPrefix(input.Get("skill").Text(), "/")
	}
}

// batch reads the results of the calls that the model made at once, as it will read
// them. Only they are leaves: the arguments are the model's own words.
func (r *reader) batch(h *Hook, body core.Value) {
	h.Event.Resent = true
	h.Event.Leaves = nil
	if body.Exists() && !body.IsArray() {
		r.fail(r.body, ErrWrongType)
		return
	}
	for index, call := range body.Members {
		response, at := call.Get("tool_response"), "/"+index+"/tool_response"
		media := mediaIn(nil, response, at)
		h.media = append(h.media, media...)
		leaves := response.Leaves()
		for i := range leaves {
			leaves[i].ID.Pointer = at + leaves[i].ID.Pointer
		}
		h.Event.Leaves = append(h.Event.Leaves, readable(leaves, media)...)
	}
}
