// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

var update = flag.Bool("update", false, "write the generated parts into the documents")

const readme = "../../README.md"

// requirePart asserts that the README holds the generated part.
func requirePart(t *testing.T, name, want string) {
	t.Helper()
	requirePartOf(t, readme, name, want)
}

// requirePartOf asserts that a document holds the generated part.
func requirePartOf(t *testing.T, document, name, want string) {
	t.Helper()
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	before, part, after, ok := Between(string(text), name)
	require.True(t, ok, "%s has no part %q", document, name)
	if *update {
		require.NoError(t, os.WriteFile(document, []byte(before+want+after), 0o644))
		return
	}
	require.Equal(t, want, part, "run in e2e: go test ./docs -update")
}

func TestCapabilityTable(t *testing.T) {
	requirePartOf(t, "../../docs/capabilities.md", "capabilities", CapabilityTable(core.Matrix()))
	requirePart(t, "capabilities", CapabilitySummary(core.Matrix()))
}

// The plugin's command hooks are those of the settings, with its own program, which
// knows by --plugin that a mod should have asked before.
func TestPluginHooks(t *testing.T) {
	type hooks struct {
		Modules []string
		Hooks   map[string]any
	}
	text, err := os.ReadFile("../../plugin-claudecode/hooks/hooks.json")
	require.NoError(t, err)
	var got, want hooks
	require.NoError(t, json.Unmarshal(text, &got))
	settings := string(claudecode.HookSettings("${CLAUDE_PLUGIN_ROOT}/program/veil"))
	settings = strings.ReplaceAll(settings, `["claude-code"]`, `["claude-code", "--plugin"]`)
	require.NoError(t, json.Unmarshal([]byte(settings), &want))
	// The mod itself rewrites what these events stand before.
	for _, event := range []string{"UserPromptExpansion", "PreSkillShellCommand", "PostToolBatch", "PreCompact"} {
		require.Contains(t, want.Hooks, event)
		delete(want.Hooks, event)
	}
	require.Equal(t, want.Hooks, got.Hooks)
	require.Equal(t, []string{"./register.js"}, got.Modules)
}

func TestSettings(t *testing.T) {
	settings := claudecode.HookSettings("/absolute/path/to/veil")
	requirePartOf(t, "../../docs/setting-up.md", "settings", "```json\n"+string(settings)+"```\n")
}

func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	require.LessOrEqual(t, strings.Count(string(text), "\n"), 150)
}
