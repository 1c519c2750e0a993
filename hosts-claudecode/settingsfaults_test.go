// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

func TestDroppedFaults(t *testing.T) {
	tests := []struct{ name, settings, want string }{
		{"sound", `{"permissions":{"allow":["Read"],"deny":[]},"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"},{"type":"http","url":"y"}]}]}}`, ""},
		{"a hook beside", `{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}]}}`, "a hook for Stop has no command: Claude Code drops the whole file"},
		{"a rule that is no list", `{"permissions":{"allow":"Read"}}`, "permissions.allow is no list: Claude Code drops the whole file"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			requireFault(t, tc.want, droppedFaults("f", rootOf(t, tc.settings)))
		})
	}
}

func TestNetworkFault(t *testing.T) {
	const sends = "the PostToolUse hook of type http sends real values to another machine"
	for address, want := range map[string]string{
		"https://log.example/x":        sends,
		"http://localhost:80@log.test": sends,
		"http://localhost.log.test":    sends,
		"${LOG}/x":                     sends,
		"":                             sends,
		"http://127.0.0.1:8080/x":      "",
		"http://localhost/x":           "",
		"http://[::1]:9/x":             "",
	} {
		hooks := rootOf(t, `{"PostToolUse":[{"hooks":[{"type":"http","url":`+strconv.Quote(address)+`}]}]}`)
		requireFault(t, want, hookFaults("f", hooks, map[string]bool{}))
	}
}

func TestManagedFaults(t *testing.T) {
	const kept = "managed settings keep your plugin from Claude Code's requests: veil lets no prompt pass"
	tests := []struct {
		name, settings string
		modded         bool
		want           string
	}{
		{"none", `{}`, true, ""},
		{"any, and hooks alone", `{"cleanupPeriodDays":30}`, false, ""},
		{"any, and a plugin", `{"cleanupPeriodDays":30}`, true, kept},
		{"another plugin is enabled", `{"enabledPlugins":{"other@x":true,"veil@x":false}}`, true, kept},
		{"veil is enabled", `{"enabledPlugins":{"veil@x":true},"allowManagedHooksOnly":true}`, true, ""},
		{"hooks of the machine only", `{"allowManagedHooksOnly":true}`, false, "allowManagedHooksOnly switches your own veil off"},
		{"mods of the machine only", `{"allowManagedModsOnly":true}`, true, "allowManagedModsOnly switches your own veil off"},
		{"mods of the machine only, and hooks", `{"allowManagedModsOnly":true}`, false, ""},
		{"not only", `{"allowManagedHooksOnly":false}`, false, ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			requireFault(t, tc.want, managedFaults("f", rootOf(t, tc.settings), tc.modded))
		})
	}
}

func rootOf(t *testing.T, text string) core.Value {
	t.Helper()
	doc, err := core.ParseDocument([]byte(text))
	require.NoError(t, err)
	return doc.Root()
}

// requireFault asserts on the one fault, or that there is none if want is empty.
func requireFault(t *testing.T, want string, faults []Fault) {
	t.Helper()
	if want == "" {
		require.Empty(t, faults)
		return
	}
	require.Len(t, faults, 1)
	require.Equal(t, want, faults[0].Text)
	require.NotEmpty(t, faults[0].Remedy)
}
