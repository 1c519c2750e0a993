// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFaults(t *testing.T) {
	for _, name := range []string{"XDG_CONFIG_HOME", "OPENCODE_CONFIG_DIR", "OPENCODE_CONFIG"} {
		t.Setenv(name, "")
	}
	dir := t.TempDir()
	plugin := filepath.Join(dir, "veil-plugin.js")
	veil := filepath.Join(dir, "veil")
	installed := filepath.Join(dir, "with a program", "veil-plugin.js")
	require.NoError(t, os.MkdirAll(filepath.Join(filepath.Dir(installed), "program"), 0o700))
	for _, path := range []string{plugin, veil, installed, filepath.Join(filepath.Dir(installed), "program", "veil")} {
		require.NoError(t, os.WriteFile(path, nil, 0o700))
	}
	without := filepath.Join(dir, "with a file", "veil-plugin.js")
	require.NoError(t, os.MkdirAll(filepath.Join(filepath.Dir(without), "program"), 0o700))
	for _, path := range []string{without, filepath.Join(filepath.Dir(without), "program", "veil")} {
		require.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	const missing = "is not there, or cannot be run: every event is denied"
	tests := []struct {
		name, config, binary string
		installed            bool
		want                 string
	}{
		{"as the README shows", `{ "plugin": ["file://` + plugin + `"] }`, veil, true, ""},
		{"by npm", `{ "plugin": ["veil-opencode"] }`, veil, true, ""},
		{"wrong path", `{ "plugin": ["file:///nowhere/veil-plugin.js"] }`, veil, true, "names a plugin that is not there: OpenCode runs on unguarded"},
		{"no program", `{ "plugin": ["veil-opencode"] }`, "", true, "is not set, and no program stands beside the plugin: every event is denied"},
		{"no program beside", `{ "plugin": ["file://` + plugin + `"] }`, "", true, missing},
		{"one that cannot be run", `{ "plugin": ["file://` + without + `"] }`, "", true, missing},
		{"a file for a program", `{ "plugin": ["veil-opencode"] }`, filepath.Join(filepath.Dir(without), "program", "veil"), true, "is not the absolute path of a program: every event is denied"},
		{"relative program", `{ "plugin": ["veil-opencode"] }`, "veil", true, "is not the absolute path of a program: every event is denied"},
		{"as veil install does", `{ "plugin": ["file://` + installed + `"] }`, "", true, ""},
		{"as veil install does, and another program", `{ "plugin": ["file://` + installed + `"] }`, "/nowhere/veil", true, "is not the absolute path of a program: every event is denied"},
		{"a comment", "{\n  // \"plugin\": [\"veil-opencode\"]\n}", veil, false, ""},
		{"not there", `{}`, "", false, ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			home := t.TempDir()
			file := filepath.Join(home, ".config", "opencode", "opencode.json")
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
			require.NoError(t, os.WriteFile(file, []byte(tc.config), 0o600))
			faults, installed := Faults(home, nil, tc.binary)
			require.Equal(t, tc.installed, installed)
			if tc.want == "" {
				require.Empty(t, faults)
				return
			}
			require.Equal(t, tc.want, faults[0].Text)
		})
	}
}
