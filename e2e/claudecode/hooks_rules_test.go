// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
)

// TestPersonsRules: the person's own rules about shell commands do with veil what they
// do without, for a command that ends well and for one that fails.
func TestPersonsRules(t *testing.T) {
	host, program := realHost(t)
	tests := []struct {
		name, mode, list string
		runs             bool
	}{
		{"allowed", "default", "allow", true},
		{"denied", "bypassPermissions", "deny", false},
		{"asked about", "bypassPermissions", "ask", false}, // under -p nobody answers
		{"no rule", "default", "", false},
	}
	for _, tc := range tests {
		for _, command := range []string{"touch corrido", "touch corrido no/hay"} {
			for name, install := range map[string]bool{"with veil": true, "without": false} {
				t.Run(tc.name+"/"+command+"/"+name, func(t *testing.T) {
					t.Parallel()
					b := newBox(t, host, scenario{script: script(bash(command), provider.Say("Hecho."))})
					if install {
						b.install(t, program, guard{})
					}
					if tc.list != "" {
						b.permit(t, tc.list, "Bash(touch:*)")
					}
					b.ask(t, "Hazlo.", "--permission-mode", tc.mode)
					requireScriptOver(t, b)
					_, err := os.Stat(filepath.Join(b.Work, "corrido"))
					assert.Equal(t, tc.runs, err == nil)
				})
			}
		}
	}
}

// permit adds a permission rule to the person's settings.
func (b *box) permit(t *testing.T, list, rule string) {
	t.Helper()
	path := filepath.Join(b.Getenv("CLAUDE_CONFIG_DIR"), "settings.json")
	settings := map[string]any{}
	if text, err := os.ReadFile(path); err == nil {
		require.NoError(t, json.Unmarshal(text, &settings))
	}
	settings["permissions"] = map[string]any{list: []string{rule}}
	text, err := json.Marshal(settings)
	require.NoError(t, err)
	b.WriteFile(t, path, string(text))
}
