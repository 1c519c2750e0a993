// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func shellCall(mode, tool, input string) string {
	return fmt.Sprintf(`{"hook_event_name":"PreToolUse","session_id":"s","permission_mode":%q,"tool_name":%q,"tool_input":%s}`, mode, tool, input)
}

func TestShowFailures(t *testing.T) {
	const unasked, suffix = "bypassPermissions", `\nveil=$?; [ \"$veil\" = 0 ] || echo \"Exit code $veil\"`
	rewritten := func(input string) string {
		return `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":` + input + `}}`
	}
	hide := core.Verdict{Patches: []core.Patch{{Leaf: core.LeafID{Pointer: "/command"}, Op: core.Hide, New: "cat b", Edits: []core.Edit{{Start: 4, End: 5, New: "b"}}}}}
	whole := core.Verdict{Patches: []core.Patch{{Leaf: core.LeafID{Pointer: "/command"}, Op: core.Hide, New: "cat b"}}}
	ask := core.Verdict{Decision: core.Ask, Reasons: because("a", "b")}
	tests := []struct {
		name, in string
		verdict  core.Verdict
		want     string
	}{
		{"a command", shellCall(unasked, "Bash", `{ "command":"cat a", "timeout": 1.0 }`), core.Verdict{}, rewritten(`{ "command":"cat a` + suffix + `", "timeout": 1.0 }`)},
		{"one that is rewritten", shellCall(unasked, "Bash", `{"command":"cat a"}`), hide, rewritten(`{"command":"cat b` + suffix + `"}`)},
		{"one that is rewritten whole", shellCall(unasked, "Bash", `{"command":"cat a"}`), whole, rewritten(`{"command":"cat b` + suffix + `"}`)},
		{"one that is asked about", shellCall(unasked, "Bash", `{"command":"cat a"}`), ask, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"veil: a; b"}}`},
		{"where the person is asked", shellCall("default", "Bash", `{"command":"cat a"}`), core.Verdict{}, ""},
		{"where the host does not say", shellCall("", "Bash", `{"command":"cat a"}`), core.Verdict{}, ""},
		{"in the background", shellCall(unasked, "Bash", `{"command":"cat a","run_in_background":true}`), core.Verdict{}, ""},
		{"a line that goes on", shellCall(unasked, "Bash", `{"command":"cat a \\"}`), core.Verdict{}, ""},
		{"another shell", shellCall(unasked, "PowerShell", `{"command":"cat a"}`), core.Verdict{}, ""},
		{"no command", shellCall(unasked, "Bash", `{"command":1}`), core.Verdict{}, ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			h := parse(t, tc.in)
			h.ShowFailures = true
			r, err := h.Reply(tc.verdict)
			require.NoError(t, err)
			assert.Equal(t, tc.want, string(r.Stdout))
		})
	}
	r, err := parse(t, shellCall(unasked, "Bash", `{"command":"cat a"}`)).Reply(core.Verdict{})
	require.NoError(t, err)
	require.Empty(t, r.Stdout, "unless it is asked for")
}

// TestEndWell: what the added line does to commands, in a real shell.
func TestEndWell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	tests := []struct {
		name, command, out string
		code               int
	}{
		{"success", "echo a", "a\n", 0},
		{"failure", "echo a; false", "a\nExit code 1\n", 0},
		{"code of a pipe's end", "(exit 7) | (exit 9)", "Exit code 9\n", 0},
		{"a document", "cat <<EOF\na\nEOF", "a\n", 0},
		{"a comment at the end", "false # x", "Exit code 1\n", 0},
		{"a job in the background", "true &", "", 0},
		{"exit by itself", "echo a; exit 3", "a\n", 3},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			input, err := json.Marshal(map[string]string{"command": tc.command})
			require.NoError(t, err)
			h := parse(t, shellCall("bypassPermissions", "Bash", string(input)))
			patches := h.showFailure(nil)
			require.Len(t, patches, 1)
			cmd := exec.Command(bash, "-c", patches[0].New)
			out, _ := cmd.Output()
			assert.Equal(t, tc.out, string(out))
			assert.Equal(t, tc.code, cmd.ProcessState.ExitCode())
		})
	}
}
