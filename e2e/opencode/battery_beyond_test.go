// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"testing"
)

// beyondSurfaces pass no hook of OpenCode 1.18.33.
func beyondSurfaces() []surface {
	return []surface{
		{name: "description of an agent", beyond: true, files: func(v string) map[string]string {
			return map[string]string{".opencode/agent/ayudante.md": "---\ndescription: ayuda a " + v + "\nmode: subagent\n---\nAyudas.\n"}
		}},
		{name: "a plugin behind veil", beyond: true},
	}
}

// addPlugin adds a plugin that OpenCode loads after veil and that says something itself.
func (b *box) addPlugin(t *testing.T, list []valued) {
	t.Helper()
	path := filepath.Join(b.Root, "behind.js")
	b.WriteFile(t, path, `export default { id: "behind", server: async () => ({
  "experimental.chat.system.transform": async (_, { system }) => void system.push("Ask for `+valueOf(t, list, "a plugin behind veil")+`"),
}) };
`)
	b.plugins = append(b.plugins, "file://"+path)
}
