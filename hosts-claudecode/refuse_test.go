// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// wellFormed is one event of each kind as a list of members, so that each can be
// spoiled. The values in them are planted.
func wellFormed() map[string][][2]string {
	common := func(event string, more ...[2]string) [][2]string {
		return append([][2]string{
			{"session_id", `"s"`}, {"transcript_path", `"/t"`}, {"cwd", `"/p"`}, {"agent_id", `"a"`}, {"hook_event_name", `"` + event + `"`},
		}, more...)
	}
	call := [][2]string{{"tool_name", `"Bash"`}, {"tool_use_id", `"c"`}, {"tool_input", `{"command":"echo 12345678Z"}`}}
	return map[string][][2]string{
		UserPromptSubmit: common(UserPromptSubmit, [2]string{"prompt", `"soy 12345678Z"`}),
		PreToolUse:       common(PreToolUse, call...),
		postToolUse:      common(postToolUse, append(call, [2]string{"tool_response", `{"stdout":"12345678Z"}`})...),
		messageDisplay:   common(messageDisplay, [2]string{"delta", `"12345678Z"`}),
		UserPromptExpansion: common(UserPromptExpansion, [2]string{"expansion_type", `"slash_command"`}, [2]string{"command_name", `"c"`},
			[2]string{"command_source", `"userSettings"`}, [2]string{"prompt", `"/c 12345678Z"`}),
		PreSkillShellCommand: common(PreSkillShellCommand, append(call, [2]string{"command_name", `"c"`})...),
		PostToolBatch:        common(PostToolBatch, [2]string{"tool_calls", `[{"tool_name":"Bash","tool_input":{},"tool_response":"12345678Z"}]`}),
		PreCompact:           common(PreCompact, [2]string{"custom_instructions", `"12345678Z"`}),
		"Stop":               common("Stop", [2]string{"last_assistant_message", `"12345678Z"`}),
		"":                   common("", [2]string{"prompt", `"12345678Z"`}),
	}
}

func render(members [][2]string) string {
	texts := make([]string, len(members))
	for i, m := range members {
		texts[i] = fmt.Sprintf("%q:%s", m[0], m[1])
	}
	return "{" + strings.Join(texts, ",") + "}"
}

// badInput is an event that Parse refuses. named says that the event's name can
// still be read, whole that its result can.
type badInput struct {
	name, raw    string
	named, whole bool
}

func badInputs(members [][2]string) []badInput {
	good := render(members)
	inside := good[:len(good)-1]
	list := []badInput{
		{"empty", "", false, false},
		{"blank", " \n", false, false},
		{"array", "[" + good + "]", false, false},
		{"number", "9007199254740993", false, false},
		{"string", `"x"`, false, false},
		{"null", "null", false, false},
		{"NUL bytes", "\x00\x00", false, false},
		{"truncated at once", "{", false, false},
		{"truncated in the last member", good[:len(good)-3], true, false},
		{"truncated at the end", inside, true, true},
		{"name repeated", inside + `,"hook_event_name":"PreToolUse"}`, false, false},
		{"member repeated", inside + `,"cwd":"/p"}`, true, true},
		{"not UTF-8", inside + ",\"x\":\"\xff\"}", true, true},
		{"NUL byte after", good + "\x00", true, true},
		{"NUL byte within", inside + ",\"x\":\"\x00\"}", true, true},
		{"two documents", good + good, true, true},
		{"too large", inside + `,"x":"` + strings.Repeat("a", core.MaxDocument) + `"}`, true, true},
		{"too deep", inside + `,"x":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, true, true},
	}
	for i, m := range members {
		for _, wrong := range []string{`1`, `null`, `true`, `"12345678Z"`, `["12345678Z"]`, `{"12345678Z":1}`} {
			spoiled := append(append([][2]string{}, members[:i]...), [2]string{m[0], wrong})
			raw := render(append(spoiled, members[i+1:]...))
			if _, err := Parse([]byte(raw)); err == nil {
				continue // a type that the host may send
			}
			name := fmt.Sprintf("%s is %s", m[0], wrong)
			list = append(list, badInput{name, raw, m[0] != "hook_event_name", true})
		}
		without := append(append([][2]string{}, members[:i]...), members[i+1:]...)
		if _, err := Parse([]byte(render(without))); err != nil {
			list = append(list, badInput{m[0] + " is missing", render(without), m[0] != "hook_event_name", m[0] != "tool_response"})
		}
	}
	return list
}

// form is how a reply denies, as the host reads it.
func form(t *testing.T, r Reply) string {
	t.Helper()
	if len(r.Stdout) == 0 {
		require.Equal(t, exitBlock, r.Exit)
		require.Regexp(t, `^veil: [^\n]+; [^\n]+\n$`, r.Stderr)
		return "exit 2"
	}
	require.Zero(t, r.Exit)
	require.Empty(t, r.Stderr)
	var out struct {
		Decision, Reason   string
		HookSpecificOutput struct {
			HookEventName            string
			PermissionDecision       string
			PermissionDecisionReason string
			SuppressOriginalPrompt   bool
			UpdatedToolOutput        json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(r.Stdout, &out))
	hso := out.HookSpecificOutput
	switch {
	case hso.HookEventName == UserPromptSubmit && out.Decision == "block" && hso.SuppressOriginalPrompt:
		require.Regexp(t, `^veil: [^\n]+; [^\n]+$`, out.Reason)
	case hso.HookEventName == "" && out.Decision == "block":
		require.Regexp(t, `^veil: [^\n]+; [^\n]+$`, out.Reason)
		return "block"
	case (hso.HookEventName == PreToolUse || hso.HookEventName == PreSkillShellCommand) && hso.PermissionDecision == "deny":
		require.Regexp(t, `^veil: [^\n]+; [^\n]+$`, hso.PermissionDecisionReason)
	case hso.HookEventName == postToolUse && len(hso.UpdatedToolOutput) > 0:
	default:
		require.Fail(t, "not a denial")
	}
	return hso.HookEventName
}

func TestRefuseDeniesEveryBadInputOfEveryEvent(t *testing.T) {
	for event, members := range wellFormed() {
		for _, in := range badInputs(members) {
			t.Run(event+"/"+in.name, func(t *testing.T) {
				_, err := Parse([]byte(in.raw))
				require.Error(t, err)
				got := Refuse([]byte(in.raw), core.ReasonOf(err))
				want := "exit 2"
				switch event {
				case UserPromptSubmit, PreToolUse, PreSkillShellCommand:
					if in.named {
						want = event
					}
				case UserPromptExpansion, PostToolBatch, PreCompact:
					if in.named {
						want = "block"
					}
				case postToolUse:
					if in.named && in.whole {
						want = event
					}
				}
				assert.Equal(t, want, form(t, got))
				assert.NotContains(t, string(got.Stdout)+got.Stderr, "12345678Z")
			})
		}
	}
}

func TestRefuseIsOneLineOnStderr(t *testing.T) {
	got := Refuse(nil, core.Reason{Text: "a\r\nb", Remedy: "c\nd"})
	require.Equal(t, Reply{Stderr: "veil: a b; c d\n", Exit: 2}, got)
}

func TestWithheldResultAlwaysSaysWhy(t *testing.T) {
	reason := core.Reason{Rule: "x", Text: "the store is corrupt", Remedy: "remove it"}
	for response, where := range map[string]string{
		`{"stdout":"a"}`:  `{"stdout":"[veil: withheld: the store is corrupt; remove it]"}}}`,
		`{"12345678Z":1}`: `{},"additionalContext":"[veil: withheld: the store is corrupt; remove it]"}}`,
	} {
		raw := `{"hook_event_name":"PostToolUse","tool_name":"X","tool_response":` + response + `}`
		require.Contains(t, string(Refuse([]byte(raw), reason).Stdout), where)
	}
}

func TestBatchSession(t *testing.T) {
	for raw, want := range map[string]string{
		`{"session_id":"s","hook_event_name":"PostToolBatch","tool_calls":[{"a"`: "s",
		`{"session_id":"s","hook_event_name":"PostToolBatch"}`:                   "s",
		`{"hook_event_name":"PostToolBatch"}`:                                    "",
		`{"session_id":"s","hook_event_name":"PostToolUse"}`:                     "",
		`{"session_id":"s","hook_ev`:                                             "",
		``:                                                                       "",
	} {
		assert.Equal(t, want, BatchSession([]byte(raw)), raw)
	}
}
