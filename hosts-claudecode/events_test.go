// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func textLeaf(pointer, text string) core.Leaf {
	return core.Leaf{ID: core.LeafID{Pointer: pointer}, Text: text}
}

func keyLeaf(pointer, name string) core.Leaf {
	return core.Leaf{ID: core.LeafID{Pointer: pointer, Key: true}, Text: name}
}

func TestParse(t *testing.T) {
	command := []core.Leaf{keyLeaf("/command", "command"), textLeaf("/command", "ls")}
	bash := core.FindTool(Tools(), "Bash")
	tests := []struct {
		name, in string
		want     core.Event
	}{
		{"prompt", `{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/p","prompt":"hi"}`,
			core.Event{Name: "UserPromptSubmit", Surface: core.Prompt, Power: core.Block, Cwd: "/p", Leaves: []core.Leaf{textLeaf("", "hi")}}},
		{"empty prompt", `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":""}`,
			core.Event{Name: "UserPromptSubmit", Surface: core.Prompt, Power: core.Block, Leaves: []core.Leaf{textLeaf("", "")}}},
		{"call", `{"hook_event_name":"PreToolUse","session_id":"s","agent_id":"a","tool_name":"Bash","tool_use_id":"c","tool_input":{"command":"ls"}}`,
			core.Event{Name: "PreToolUse", Surface: core.ToolInput, Power: core.Rewrite, Agent: "a", Call: "c", Tool: bash, Leaves: command}},
		{"unknown tool", `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"mcp__x__y","tool_input":{}}`,
			core.Event{Name: "PreToolUse", Surface: core.ToolInput, Power: core.Rewrite, Tool: core.ToolSpec{Name: "mcp__x__y"}}},
		{"result", `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_use_id":"c","tool_input":{"command":"ls"},"tool_response":["a"]}`,
			core.Event{Name: "PostToolUse", Surface: core.ToolOutput, Power: core.Rewrite, Call: "c", Tool: bash, Args: command, Leaves: []core.Leaf{textLeaf("/0", "a")}}},
		{"result that is a string", `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_input":{},"tool_response":"a"}`,
			core.Event{Name: "PostToolUse", Surface: core.ToolOutput, Power: core.Rewrite, Tool: bash, Leaves: []core.Leaf{textLeaf("", "a")}}},
		{"result that is null", `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_input":{},"tool_response":null}`,
			core.Event{Name: "PostToolUse", Surface: core.ToolOutput, Power: core.Rewrite, Tool: bash}},
		{"result of WebFetch", `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"WebFetch","tool_input":{},"tool_response":{"result":"a"}}`,
			core.Event{Name: "PostToolUse", Surface: core.ToolOutput, Power: core.Rewrite, Resent: true, Tool: core.FindTool(Tools(), "WebFetch"),
				Leaves: []core.Leaf{keyLeaf("/result", "result"), textLeaf("/result", "a")}}},
		{"results of a batch", `{"hook_event_name":"PostToolBatch","session_id":"s","tool_calls":[{"tool_name":"Bash","tool_input":{"command":"a"},"tool_response":"b"},{"tool_name":"x","tool_response":[{"text":"c"}]},{}]}`,
			core.Event{Name: "PostToolBatch", Surface: core.ToolOutput, Power: core.Block, Resent: true, Leaves: []core.Leaf{
				textLeaf("/0/tool_response", "b"), {ID: core.LeafID{Pointer: "/1/tool_response/0/text", Key: true}, Text: "text"}, textLeaf("/1/tool_response/0/text", "c")}}},
		{"compaction", `{"hook_event_name":"PreCompact","session_id":"s","custom_instructions":"a"}`,
			core.Event{Name: "PreCompact", Surface: core.Prompt, Power: core.Block, Leaves: []core.Leaf{textLeaf("", "a")}}},
		{"compaction without a word", `{"hook_event_name":"PreCompact","session_id":"s","custom_instructions":null}`,
			core.Event{Name: "PreCompact", Surface: core.Prompt, Power: core.Block}},
		{"compaction of an older host", `{"hook_event_name":"PreCompact","session_id":"s"}`,
			core.Event{Name: "PreCompact", Surface: core.Prompt, Power: core.Block}},
		{"command", `{"hook_event_name":"UserPromptExpansion","session_id":"s","expansion_type":"slash_command","command_name":"c","prompt":"/c a"}`,
			core.Event{Name: "UserPromptExpansion", Surface: core.Prompt, Power: core.Block, Leaves: []core.Leaf{textLeaf("", "/c a")}}},
		{"shell command of a skill", `{"hook_event_name":"PreSkillShellCommand","session_id":"s","tool_name":"Bash","command_name":"c","tool_input":{"command":"ls"}}`,
			core.Event{Name: "PreSkillShellCommand", Surface: core.ToolInput, Power: core.Block, Tool: bash, Leaves: command}},
		{"display", `{"hook_event_name":"MessageDisplay","session_id":"s","delta":"hi"}`,
			core.Event{Name: "MessageDisplay", Surface: core.Display, Power: core.Rewrite, Leaves: []core.Leaf{textLeaf("", "hi")}}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			h, err := Parse([]byte(tc.in))
			require.NoError(t, err)
			tc.want.Host, tc.want.Session = core.Host{Name: core.ClaudeCode}, "s"
			assert.Equal(t, tc.want, h.Event)
		})
	}
}

func TestParseTranscriptPath(t *testing.T) {
	h, err := Parse([]byte(`{"hook_event_name":"MessageDisplay","session_id":"s","transcript_path":"/t.jsonl","delta":""}`))
	require.NoError(t, err)
	require.Equal(t, "/t.jsonl", h.TranscriptPath)
}

func TestParseCommand(t *testing.T) {
	tests := []struct {
		in   string
		want Command
	}{
		{`{"hook_event_name":"UserPromptExpansion","session_id":"s","expansion_type":"slash_command","command_name":"a:b","command_source":"plugin","prompt":"/a:b"}`, Command{Name: "a:b", Source: "plugin"}},
		{`{"hook_event_name":"UserPromptExpansion","session_id":"s","expansion_type":"mcp_prompt","command_name":"mcp__l__a","prompt":"/x"}`, Command{Name: "mcp__l__a", MCP: true}},
		{`{"hook_event_name":"UserPromptExpansion","session_id":"s","expansion_type":"later","command_name":"a","prompt":"/x"}`, Command{Name: "a", MCP: true}},
		{`{"hook_event_name":"PreSkillShellCommand","session_id":"s","tool_name":"Bash","command_name":"c","command_source":"userSettings","tool_input":{}}`, Command{Name: "c", Source: "userSettings", Shell: true}},
		{`{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Skill","tool_input":{"skill":"/mi"}}`, Command{Name: "mi"}},
		{`{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"skill":"mi"}}`, Command{}},
	}
	for _, tc := range tests {
		require.Equal(t, tc.want, parse(t, tc.in).Command)
	}
}

func TestReadsPage(t *testing.T) {
	call := `"session_id":"s","tool_name":"WebFetch","tool_input":{},"tool_response":{}}`
	require.True(t, parse(t, `{"hook_event_name":"PreToolUse",`+call).ReadsPage())
	require.False(t, parse(t, `{"hook_event_name":"PostToolUse",`+call).ReadsPage())
	require.False(t, parse(t, `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"WebSearch","tool_input":{}}`).ReadsPage())
}

func TestParseErrors(t *testing.T) {
	const pre, post = `{"hook_event_name":"PreToolUse","session_id":"s",`, `{"hook_event_name":"PostToolUse","session_id":"s",`
	tests := []struct {
		name, in, event, field string
		want                   error
	}{
		{"array", `[]`, "", "", ErrWrongType},
		{"number", `9007199254740993`, "", "", ErrWrongType},
		{"no name", `{"session_id":"s"}`, "", "hook_event_name", ErrMissing},
		{"empty name", `{"hook_event_name":"","session_id":"s"}`, "", "hook_event_name", ErrMissing},
		{"name is a number", `{"hook_event_name":1,"session_id":"s"}`, "", "hook_event_name", ErrWrongType},
		{"unknown event", `{"hook_event_name":"Stop","session_id":"s"}`, "", "hook_event_name", ErrUnknownEvent},
		{"no session", `{"hook_event_name":"MessageDisplay","delta":""}`, "MessageDisplay", "session_id", ErrMissing},
		{"empty session", `{"hook_event_name":"MessageDisplay","session_id":"","delta":""}`, "MessageDisplay", "session_id", ErrMissing},
		{"session is an object", `{"hook_event_name":"MessageDisplay","session_id":{},"delta":""}`, "MessageDisplay", "session_id", ErrWrongType},
		{"delta is an array", `{"hook_event_name":"MessageDisplay","session_id":"s","delta":["a"]}`, "MessageDisplay", "delta", ErrWrongType},
		{"no prompt", `{"hook_event_name":"UserPromptSubmit","session_id":"s"}`, "UserPromptSubmit", "prompt", ErrMissing},
		{"prompt is null", `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":null}`, "UserPromptSubmit", "prompt", ErrWrongType},
		{"cwd is a number", pre + `"cwd":1,"tool_name":"Bash","tool_input":{}}`, "PreToolUse", "cwd", ErrWrongType},
		{"agent is a number", pre + `"agent_id":1,"tool_name":"Bash","tool_input":{}}`, "PreToolUse", "agent_id", ErrWrongType},
		{"transcript is a number", pre + `"transcript_path":1,"tool_name":"Bash","tool_input":{}}`, "PreToolUse", "transcript_path", ErrWrongType},
		{"no tool", pre + `"tool_input":{}}`, "PreToolUse", "tool_name", ErrMissing},
		{"call id is a number", pre + `"tool_name":"Bash","tool_use_id":1,"tool_input":{}}`, "PreToolUse", "tool_use_id", ErrWrongType},
		{"no arguments", pre + `"tool_name":"Bash"}`, "PreToolUse", "tool_input", ErrMissing},
		{"arguments are a string", pre + `"tool_name":"Bash","tool_input":"{}"}`, "PreToolUse", "tool_input", ErrWrongType},
		{"results are an object", `{"hook_event_name":"PostToolBatch","session_id":"s","tool_calls":{}}`, "PostToolBatch", "tool_calls", ErrWrongType},
		{"no results", `{"hook_event_name":"PostToolBatch","session_id":"s"}`, "PostToolBatch", "tool_calls", ErrMissing},
		{"instructions are a number", `{"hook_event_name":"PreCompact","session_id":"s","custom_instructions":1}`, "PreCompact", "custom_instructions", ErrWrongType},
		{"no command", `{"hook_event_name":"UserPromptExpansion","session_id":"s","expansion_type":"slash_command","prompt":"/c"}`, "UserPromptExpansion", "command_name", ErrMissing},
		{"no type of command", `{"hook_event_name":"UserPromptExpansion","session_id":"s","command_name":"c","prompt":"/c"}`, "UserPromptExpansion", "expansion_type", ErrMissing},
		{"mode is a number", pre + `"permission_mode":1,"tool_name":"Bash","tool_input":{}}`, "PreToolUse", "permission_mode", ErrWrongType},
		{"no result", post + `"tool_name":"Bash","tool_input":{}}`, "PostToolUse", "tool_response", ErrMissing},
		{"arguments of a result are an array", post + `"tool_name":"Bash","tool_input":[],"tool_response":{}}`, "PostToolUse", "tool_input", ErrWrongType},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			h, err := Parse([]byte(tc.in))
			require.Nil(t, h)
			var e *EventError
			require.ErrorAs(t, err, &e)
			assert.ErrorIs(t, err, tc.want)
			assert.Equal(t, tc.event, e.Event)
			assert.Equal(t, tc.field, e.Field)
			assert.NotContains(t, err.Error(), "\n")
			assert.NotEmpty(t, core.ReasonOf(err).Remedy)
		})
	}
}

func TestParseRefusesWhatIsNotOneReadableDocument(t *testing.T) {
	for _, in := range []string{"", " ", `{"hook_event_name":"PreToo`, `{"a":1,"a":2}`, "{\"a\":\"\xff\"}", "{}\x00", "{} {}"} {
		_, err := Parse([]byte(in))
		var e *EventError
		require.ErrorAs(t, err, &e)
		var d *core.DocumentError
		require.True(t, errors.As(err, &d))
	}
}
