// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/veil"
)

// plugin says how veil's plugin is installed; the zero value is the normal way.
type plugin struct {
	// spoil changes the plugin's files before the host starts.
	spoil func(t *testing.T, dir string)
}

// pluginFolder is the plugin in this checkout.
var pluginFolder = filepath.Join("..", "..", "plugin-claudecode")

// programIn is where the plugin's program stands in its folder.
func programIn(dir string) string { return filepath.Join(dir, "program", "veil") }

// addPlugin puts the plugin with that program into the box, as the README shows.
func (b *box) addPlugin(t *testing.T, program string, p plugin) {
	t.Helper()
	dir := b.pluginDir()
	copyPlugin(t, dir, ".claude-plugin", "hooks")
	require.NoError(t, os.MkdirAll(filepath.Dir(programIn(dir)), 0o700))
	require.NoError(t, os.Link(program, programIn(dir)))
	if p.spoil != nil {
		p.spoil(t, dir)
	}
}

func (b *box) pluginDir() string {
	return filepath.Join(b.Getenv("CLAUDE_CONFIG_DIR"), "skills", "veil")
}

func copyPlugin(t *testing.T, dir string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		require.NoError(t, os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(pluginFolder, part))))
	}
}

// pluginScenarios are the stories that need the mod.
func pluginScenarios() []scenario {
	return []scenario{
		pluginPrompt(), pluginFailing(), pluginMemory(), pluginMention(), pluginEdit(), pluginMCP(), pluginCompact(), pluginChanged(), pluginCommand(), pluginBackground(), pluginStatus(), pluginSystem(), pluginRules(), pluginSinks(),
		pluginWebFetch(),
		toolOutput(), write(), subagent(), deniedPath(),
	}
}

func TestClaudeCodePlugin(t *testing.T) {
	host := hosts.Require(t, "claude-code")
	program := veil.Build(t)
	for _, s := range pluginScenarios() {
		s.guard.plugin = &plugin{}
		t.Run(s.name, func(t *testing.T) {
			t.Run("guarded", func(t *testing.T) { playGuarded(t, host, program, s) })
			t.Run("twin", func(t *testing.T) { playTwin(t, host, s) })
		})
	}
}
