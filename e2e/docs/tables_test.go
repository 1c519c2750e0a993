// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/e2e/internal/veil"
)

// The README's table of commands has every command that a person types, and the one of
// kinds every kind.
func TestReadmeIsWhole(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	help, code := say(t, veil.Build(t), "help")
	require.Zero(t, code)
	_, list, found := strings.Cut(help, "COMMANDS:\n")
	require.True(t, found)
	list, _, _ = strings.Cut(list, "\n\n")
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "    ") {
			continue // a long line goes on
		}
		name, _, _ := strings.Cut(strings.Fields(line)[0], ",")
		if name != "claude-code" && name != "opencode" { // the hosts call these
			require.Contains(t, string(text), "veil "+name, "the README does not say veil %s", name)
		}
	}
	_, kinds, found := strings.Cut(string(text), "## What it finds")
	require.True(t, found)
	kinds, _, _ = strings.Cut(kinds, "\n## ")
	for _, k := range core.Kinds() {
		if k != core.Literal { // no data, but what looks like a token
			require.Contains(t, kinds, "`"+string(k)+"`")
		}
	}
}

// The page on the configuration has every key: veil itself says which there are.
func TestConfigurationIsWhole(t *testing.T) {
	program := veil.Build(t)
	text, err := os.ReadFile("../../docs/configuration.md")
	require.NoError(t, err)
	known := func(yaml string) []string {
		path := filepath.Join(t.TempDir(), "veil.yaml")
		require.NoError(t, os.WriteFile(path, []byte("version: 1\n"+yaml+"\n"), 0o600))
		said, code := say(t, program, "demo", "--config", path)
		require.Equal(t, 3, code, said)
		_, list, found := strings.Cut(said, "use one of: ")
		require.True(t, found, said)
		return strings.Split(strings.TrimSpace(list), ", ")
	}
	groups := map[string]bool{"allow": true, "paths": true, "tools": true, "write": true, "detect": true}
	keys := known("zzz: 1")
	require.Greater(t, len(keys), 6)
	for _, key := range keys {
		if !groups[key] {
			require.Contains(t, string(text), "| `"+key, "no row for %s", key)
			continue
		}
		for _, below := range known(key + ": {zzz: 1}") {
			require.Contains(t, string(text), "| `"+key+"."+below+"` |")
		}
	}
}
