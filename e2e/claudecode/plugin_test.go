// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
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
	stories := []scenario{
		pluginPrompt(), pluginFailing(), pluginMemory(), pluginMention(), pluginEdit(), pluginMCP(), pluginCompact(), pluginChanged(), pluginCommand(), pluginBackground(), pluginStatus(), pluginSystem(), pluginRules(), pluginSinks(),
		pluginWebFetch(), pluginFork(), pluginStdin(), images(), imagesPass(), pluginImages(),
	}
	for _, s := range []scenario{toolOutput(), write(), subagent(), deniedPath(), grep(), pluginNotebook()} {
		s.again = true // other tests play them without veil
		stories = append(stories, s)
	}
	for i := range stories {
		stories[i].guard.plugin = &plugin{}
	}
	return stories
}

func TestClaudeCodePlugin(t *testing.T) {
	playAll(t, pluginScenarios())
}
