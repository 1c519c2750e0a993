// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// How a host reads an answer. These oracles know the hosts, not veil's code:
// Claude Code 2.1.332 as measured (a hook's exit code and output, 33 modes x 3
// events) and the duties of a shim in docs/protocol.md.

// reading is what a host makes of an answer.
type reading string

const (
	allows   reading = "lets the event pass as it is"
	denies   reading = "stops the event"
	asks     reading = "asks the person"
	rewrites reading = "goes on with other text"
	withheld reading = "exit code 2 after the fact: the reason is said, the result is sent"
	invalid  reading = "drops the answer and, by default, lets the event pass"
)

// claudeCodeAnswer is all that Claude Code reads in a hook's output.
type claudeCodeAnswer struct {
	Continue           *bool
	Decision           *string
	Reason             string
	SystemMessage      string
	HookSpecificOutput *struct {
		HookEventName            string
		PermissionDecision       string
		PermissionDecisionReason string
		AdditionalContext        string
		SuppressOriginalPrompt   bool
		UpdatedInput             json.RawMessage
		UpdatedToolOutput        json.RawMessage
		DisplayContent           json.RawMessage
	}
}

// claudeCodeReads is what Claude Code makes of a hook's answer to an event, and
// the text that it goes on with.
func claudeCodeReads(event string, r result) (reading, json.RawMessage) {
	switch {
	case r.code == exitHookFailed && (event == "UserPromptSubmit" || event == "PreToolUse"):
		return denies, nil // whatever is on standard output
	case r.code == exitHookFailed && event == "PostToolUse":
		return withheld, nil
	case r.code == exitHookFailed || r.code == 0 && r.stdout == "":
		return allows, nil
	case r.code != 0:
		return invalid, nil
	}
	var out claudeCodeAnswer
	d := json.NewDecoder(strings.NewReader(r.stdout))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		return invalid, nil
	}
	if _, err := d.Token(); err != io.EOF || r.stdout[0] != '{' || out.Continue != nil { // continue is never a block
		return invalid, nil
	}
	specific := out.HookSpecificOutput
	if specific != nil && specific.HookEventName != event || out.Decision != nil && *out.Decision != "block" {
		return invalid, nil
	}
	switch {
	case out.Decision != nil && event == "UserPromptSubmit" && out.Reason != "":
		return denies, nil
	case specific == nil:
		return allows, nil
	case event == "PreToolUse" && specific.PermissionDecision == "deny" && specific.PermissionDecisionReason != "":
		return denies, nil
	case event == "PreToolUse" && specific.PermissionDecision == "ask":
		return asks, specific.UpdatedInput
	case event == "PreToolUse" && specific.PermissionDecision == "" && specific.UpdatedInput != nil:
		return rewrites, specific.UpdatedInput
	case event == "PostToolUse" && specific.UpdatedToolOutput != nil:
		return rewrites, specific.UpdatedToolOutput
	case event == "MessageDisplay" && specific.DisplayContent != nil:
		return rewrites, specific.DisplayContent
	}
	return allows, nil
}

// sameShape says whether the host still takes got for a result of the tool that
// gave was one of. A member may be missing only if its name is a value; of an
// array's elements the first may stand for all.
func sameShape(gave, got any) bool {
	switch gave := gave.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		for name, value := range gave {
			member, kept := object[name]
			ok = ok && (kept && sameShape(value, member) || !kept && strings.Contains(name, samples["DNI"]))
		}
		for name := range object {
			_, known := gave[name]
			ok = ok && known
		}
		return ok
	case []any:
		list, ok := got.([]any)
		ok = ok && len(list) <= len(gave) && (len(list) > 0 || len(gave) == 0)
		for i := range list {
			ok = ok && sameShape(gave[i], list[i])
		}
		return ok
	case string:
		_, ok := got.(string)
		return ok
	case float64:
		_, ok := got.(float64)
		return ok
	case bool:
		_, ok := got.(bool)
		return ok
	default:
		return got == nil
	}
}

// shimReads is what a shim makes of veil's answer to a request with that id and
// those leaves; and whether veil could read the id.
func shimReads(t *testing.T, r result, id string, leaves []string) reading {
	t.Helper()
	var out struct {
		V                                *json.RawMessage
		ID                               json.RawMessage
		Decision, Reason, Remedy, Notice string
		Patches                          [][]string
	}
	d := json.NewDecoder(strings.NewReader(r.stdout))
	d.DisallowUnknownFields()
	if r.code != 0 || d.Decode(&out) != nil || out.V == nil || string(*out.V) != "1" || !strings.HasSuffix(r.stdout, "}\n") {
		return invalid
	}
	if strings.Count(r.stdout, "\n") != 1 || string(out.ID) != id && (string(out.ID) != "null" || out.Decision != "deny") {
		return invalid
	}
	for _, p := range out.Patches {
		if !slices.Contains(leaves, p[0]) {
			return invalid
		}
	}
	switch {
	case out.Decision == "deny" && out.Reason != "" && out.Remedy != "" && out.Patches == nil:
		return denies
	case out.Decision == "rewrite" && len(out.Patches) > 0:
		return rewrites
	case out.Decision == "allow" && out.Patches == nil:
		return allows
	case out.Decision == "ask":
		return asks
	}
	return invalid
}

// The oracles can go red.
func TestOraclesSeeAnAllow(t *testing.T) {
	for _, r := range []result{
		{0, "", ""}, {0, "veil: denied\n", ""}, {1, "", "veil: denied"}, {0, `{"decision":"deny","reason":"x"}`, ""},
		{0, `{"continue":false}`, ""}, {0, `{"decision":"block","reason":"x"`, ""}, {0, "x\n" + `{"decision":"block","reason":"x"}`, ""},
		{0, `{"decision":"block","reason":"x","hookSpecificOutput":{"hookEventName":"PreToolUse"}}`, ""},
		{0, `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"x"}}`, ""},
		{0, `{"systemMessage":"x"}`, ""},
	} {
		for _, event := range []string{"UserPromptSubmit", "PreToolUse", "PostToolUse"} {
			got, _ := claudeCodeReads(event, r)
			if event != "PreToolUse" || !strings.Contains(r.stdout, `hookEventName":"PreToolUse`) {
				require.Contains(t, []reading{allows, invalid}, got, "%s %v", event, r)
			}
		}
	}
	for _, stdout := range []string{
		"", "{}\n", `{"v":1,"id":7,"decision":"deny"}` + "\n", `{"v":1,"id":8,"decision":"allow"}` + "\n", `{"v":1,"id":null,"decision":"allow"}` + "\n",
		`{"v":1,"id":7,"decision":"deny","reason":"a","remedy":"b"}`, `{"v":1,"id":7,"decision":"rewrite","patches":[["/b","x"]]}` + "\n",
	} {
		require.Equal(t, invalid, shimReads(t, result{0, stdout, ""}, "7", []string{"/a"}), stdout)
	}
	require.False(t, sameShape(map[string]any{"a": "x"}, map[string]any{}))
	require.False(t, sameShape(map[string]any{"a": "x"}, map[string]any{"a": 1.0}))
	require.False(t, sameShape([]any{"x"}, []any{}))
}
