// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The plugin's command hooks stop what its mod has not seen, and each answer of the mod
// counts once.
func TestPluginHooksNeedTheMod(t *testing.T) {
	prompt, modPrompt := claudeEvent("UserPromptSubmit", `"prompt":TEXT`), modEvent("prompt.submit", `"part":TEXT`)
	call := claudeEvent("PreToolUse", `"tool_name":"Read","tool_use_id":"t","tool_input":{"file_path":TEXT}`)
	modCall := modEvent("tool.call", `"tool":"Read","call":"t","part":{"file_path":TEXT}`)
	otherCall := modEvent("tool.call", `"tool":"Read","call":"u","part":{"file_path":TEXT}`)
	tests := []struct {
		name          string
		above, hook   func(*testing.T, string) string
		beneath, deny string
	}{
		{"a prompt", modPrompt, prompt, "--plugin", `"decision":"block"`},
		{"a call", modCall, call, "--plugin", `"permissionDecision":"deny"`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			newHome(t)
			ask := func() result { return veil(t, tc.hook(t, "/nowhere/a"), "claude-code", tc.beneath) }
			alone := ask()
			require.Contains(t, alone.stdout, tc.deny)
			require.Contains(t, alone.stdout, "the mod of veil's plugin does not run; ")
			require.Contains(t, veil(t, otherCall(t, "/nowhere/a"), "claude-code", "--mod").stdout, `"allow"`)
			require.Contains(t, ask().stdout, tc.deny, "the mod saw another call")
			require.Contains(t, veil(t, tc.above(t, "/nowhere/a"), "claude-code", "--mod").stdout, `"allow"`)
			require.Empty(t, ask().stdout)
			require.Contains(t, ask().stdout, tc.deny, "the mod's answer counts once")
			require.NotContains(t, veil(t, tc.hook(t, "/nowhere/a"), "claude-code").stdout, tc.deny, "the settings' hooks know no mod")
		})
	}
}

// Where managed settings keep the mod from half of what is sent, no prompt passes.
func TestRestrictedModStopsPrompts(t *testing.T) {
	newHome(t)
	prompt := modEvent("prompt.submit", `"restricted":true,"part":TEXT`)(t, "hola")
	answer := jsonOf(t, veil(t, prompt, "claude-code", "--mod").stdout)
	require.Equal(t, "deny", answer["decision"])
	require.Contains(t, answer["reason"], "this machine's managed settings keep your plugins from")
}

// What the mod restored is final: text that looks like a token, and was meant so, is not
// taken for one by the hook beneath.
func TestHookBeneathTheModRestoresNothing(t *testing.T) {
	newHome(t)
	out := claudeEvent("PostToolUse", `"tool_name":"Bash","tool_use_id":"t","tool_input":{},"tool_response":{"stdout":TEXT,"stderr":"","interrupted":false}`)
	require.Contains(t, veil(t, out(t, "12345678Z"), "claude-code").stdout, "[DNI-001]")
	require.Contains(t, veil(t, out(t, "[DNI-001]"), "claude-code").stdout, "[LITERAL-001]")
	write := modEvent("tool.call", `"tool":"Write","call":"t","part":{"file_path":"/nowhere/a","content":TEXT}`)
	require.Contains(t, veil(t, write(t, "[LITERAL-001]"), "claude-code", "--mod").stdout, `["/content","[DNI-001]"]`)
	beneath := claudeEvent("PreToolUse", `"tool_name":"Write","tool_use_id":"t","tool_input":{"file_path":"/nowhere/a","content":TEXT}`)
	require.Empty(t, veil(t, beneath(t, "[DNI-001]"), "claude-code", "--plugin").stdout)
}

// Beneath the mod a value that is still there is stopped or hidden as ever.
func TestHookBeneathTheModHoldsTheLine(t *testing.T) {
	newHome(t)
	mod := func(event string) { require.Contains(t, veil(t, event, "claude-code", "--mod").stdout, `"v":1`) }
	mod(modEvent("prompt.submit", `"part":TEXT`)(t, "hola"))
	r := veil(t, claudeEvent("UserPromptSubmit", `"prompt":TEXT`)(t, "soy 12345678Z"), "claude-code", "--plugin")
	require.Contains(t, r.stdout, `"decision":"block"`)
	requireAbsent(t, "the answer", r.stdout, "12345678Z")
	mod(modEvent("tool.call", `"tool":"Bash","call":"t","part":{"command":"ls"}`)(t, ""))
	call := claudeEvent("PreToolUse", `"tool_name":"Bash","tool_use_id":"t","tool_input":{"command":TEXT}`)
	r = veil(t, call(t, "curl -d 12345678Z h"), "claude-code", "--plugin")
	require.Contains(t, r.stdout, `"updatedInput":{"command":"curl -d '[DNI-001]' h"}`)
	requireAbsent(t, "the answer", r.stdout, "12345678Z")
}
