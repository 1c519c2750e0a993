// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

const (
	promptEvent  = `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"soy 12345678Z"}`
	writeEvent   = `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Write","tool_input":{ "file_path" : "\/a", "content":"<[DNI-001]>" }}`
	bashEvent    = `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_input":{},"tool_response":{ "stdout" : "12345678Z\u0041", "stderr":"", "isImage":false, "n":1.0 }}`
	batchEvent   = `{"hook_event_name":"PostToolBatch","session_id":"s","tool_calls":[{"tool_response":"12345678Z"}]}`
	skillEvent   = `{"hook_event_name":"PreSkillShellCommand","session_id":"s","tool_name":"Bash","command_name":"c","tool_input":{"command":"cat a"}}`
	compactEvent = `{"hook_event_name":"PreCompact","session_id":"s","custom_instructions":"a"}`
	commandEvent = `{"hook_event_name":"UserPromptExpansion","session_id":"s","expansion_type":"slash_command","command_name":"c","prompt":"/c"}`
	displayEvent = `{"hook_event_name":"MessageDisplay","session_id":"s","delta":"para [DNI-001]\n"}`
)

func TestReply(t *testing.T) {
	ask := core.Verdict{Decision: core.Ask, Reasons: because("a & b", "look")}
	deny := core.Verdict{Decision: core.Deny, Reasons: because("a & b", "say:\nsoy [DNI-001]")}
	tests := []struct {
		name, in string
		verdict  core.Verdict
		rewrite  bool
		want     string
	}{
		{"prompt allowed", promptEvent, core.Verdict{}, false, ``},
		{"prompt denied", promptEvent, deny, false, `{"decision":"block","reason":"veil: a & b; say:\nsoy [DNI-001]","hookSpecificOutput":{"hookEventName":"UserPromptSubmit","suppressOriginalPrompt":true}}`},
		{"prompt cannot be asked about", promptEvent, ask, false, `{"decision":"block","reason":"veil: a & b; look","hookSpecificOutput":{"hookEventName":"UserPromptSubmit","suppressOriginalPrompt":true}}`},
		{"call allowed", writeEvent, core.Verdict{}, false, ``},
		{"call rewritten", writeEvent, core.Verdict{}, true, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{ "file_path" : "\/a", "content":"<12345678Z>" }}}`},
		{"call asked", writeEvent, ask, false, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"veil: a & b; look"}}`},
		{"call asked and rewritten", writeEvent, ask, true, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"veil: a & b; look","updatedInput":{ "file_path" : "\/a", "content":"<12345678Z>" }}}`},
		{"call denied", writeEvent, deny, false, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"veil: a & b; say:\nsoy [DNI-001]"}}`},
		{"call denied for nothing", writeEvent, core.Verdict{Decision: core.Deny}, false, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"veil: no reason given; please report this"}}`},
		{"batch denied", batchEvent, deny, false, `{"decision":"block","reason":"veil: a & b; say:\nsoy [DNI-001]"}`},
		{"batch allowed", batchEvent, core.Verdict{}, false, ``},
		{"skill's command denied", skillEvent, deny, false, `{"hookSpecificOutput":{"hookEventName":"PreSkillShellCommand","permissionDecision":"deny","permissionDecisionReason":"veil: a & b; say:\nsoy [DNI-001]"}}`},
		{"skill's command allowed", skillEvent, core.Verdict{}, false, ``},
		{"compaction denied", compactEvent, deny, false, `{"decision":"block","reason":"veil: a & b; say:\nsoy [DNI-001]"}`},
		{"command denied", commandEvent, deny, false, `{"decision":"block","reason":"veil: a & b; say:\nsoy [DNI-001]"}`},
		{"prompt with a word to the person", promptEvent, core.Verdict{Reasons: because("a", "b")}, false, `{"systemMessage":"veil: a; b"}`},
		{"result allowed", bashEvent, core.Verdict{}, false, ``},
		{"result rewritten", bashEvent, core.Verdict{}, true, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{ "stdout" : "[DNI-001]\u0041", "stderr":"", "isImage":false, "n":1.0 }}}`},
		{"result denied", bashEvent, deny, false, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"[veil: withheld: a & b; say:\nsoy [DNI-001]]","stderr":"","isImage":false,"n":1.0}}}`},
		{"result cannot be asked about", bashEvent, ask, true, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"[veil: withheld: a & b; look]","stderr":"","isImage":false,"n":1.0}}}`},
		{"display allowed", displayEvent, core.Verdict{}, false, ``},
		{"display rewritten", displayEvent, core.Verdict{}, true, `{"hookSpecificOutput":{"hookEventName":"MessageDisplay","displayContent":"para 12345678Z\n"}}`},
		{"display keeps its tokens", displayEvent, deny, false, ``},
		{"display cannot be asked about", displayEvent, ask, true, ``},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			h := parse(t, tc.in)
			if tc.rewrite {
				tc.verdict.Patches = rewriting(h.Event)
				require.NotEmpty(t, tc.verdict.Patches)
			}
			got, err := h.Reply(tc.verdict)
			require.NoError(t, err)
			assert.Equal(t, tc.want, string(got.Stdout))
			assert.Equal(t, Reply{Stdout: got.Stdout}, got)
		})
	}
}

// TestReplyCannotRewritePrompt: the host drops every field that would.
func TestReplyCannotRewritePrompt(t *testing.T) {
	h := parse(t, promptEvent)
	got, err := h.Reply(core.Verdict{Patches: rewriting(h.Event)})
	var unsupported *core.UnsupportedCapabilityError
	require.ErrorAs(t, err, &unsupported)
	assert.Contains(t, string(got.Stdout), `"decision":"block"`)
}

func TestReplyDeniesWhatItCannotWrite(t *testing.T) {
	stray := []core.Patch{{Leaf: core.LeafID{Pointer: "/nowhere"}, New: "x"}}
	tests := []struct{ in, want string }{
		{writeEvent, `"permissionDecision":"deny"`},
		{bashEvent, `"stdout":"[veil: withheld: `},
		{displayEvent, ``},
	}
	for _, tc := range tests {
		h := parse(t, tc.in)
		got, err := h.Reply(core.Verdict{Patches: stray})
		require.ErrorIs(t, err, core.ErrNoLeaf)
		assert.Contains(t, string(got.Stdout), tc.want)
		assert.NotContains(t, string(got.Stdout), "12345678Z")
	}
}

// TestReplyKeepsTheShapeOfAResult: a string in a number's place would have the
// host drop the whole rewriting and send the original.
func TestReplyKeepsTheShapeOfAResult(t *testing.T) {
	const tool = `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"%s","tool_input":{},"tool_response":%s}`
	const why = `[veil: withheld: a number or a name in the result's structure is personal data; have the tool print it as text]`
	tests := []struct {
		name, tool, response string
		leaf                 core.LeafID
		want                 string
	}{
		{"number", "WebFetch", `{"bytes":612345678,"result":"x"}`, core.LeafID{Pointer: "/bytes"}, `{"bytes":0,"result":"` + why + `"}`},
		{"member name", "X", `{"answers":{"12345678Z?":"yes"}}`, core.LeafID{Pointer: "/answers/12345678Z?", Key: true}, `{"answers":{}},"additionalContext":"` + why + `"`},
		{"word that chooses the shape", "Write", `{"type":"update","content":"x"}`, core.LeafID{Pointer: "/type"}, `{"type":"update","content":"` + why + `"}`},
		{"block of an MCP server", "mcp__a__b", `[{"type":"text","text":"x"}]`, core.LeafID{Pointer: "/0/type"}, `[{"type":"text","text":"` + why + `"}]`},
		{"free text", "X", `{"type":"a text"}`, core.LeafID{Pointer: "/type"}, `{"type":"[TEL-001]"}`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			h := parse(t, fmt.Sprintf(tool, tc.tool, tc.response))
			got, err := h.Reply(core.Verdict{Patches: []core.Patch{{Leaf: tc.leaf, New: "[TEL-001]"}}})
			require.NoError(t, err)
			assert.Equal(t, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":`+tc.want+`}}`, string(got.Stdout))
		})
	}
}
