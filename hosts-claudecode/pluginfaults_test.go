// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// installedPlugin puts veil's plugin into a home directory, as the README shows.
func installedPlugin(t *testing.T) (home, folder string) {
	t.Helper()
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	home = t.TempDir()
	folder = filepath.Join(home, ".claude", "skills", "veil")
	for _, part := range []string{".claude-plugin", "hooks"} {
		require.NoError(t, os.CopyFS(filepath.Join(folder, part), os.DirFS(filepath.Join("..", "plugin-claudecode", part))))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "program"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "program", "veil"), nil, 0o700)) //nolint:gosec // a program
	return home, folder
}

func TestPluginFaults(t *testing.T) {
	remove := func(file string) func(*testing.T, string) {
		return func(t *testing.T, folder string) { require.NoError(t, os.Remove(filepath.Join(folder, file))) }
	}
	write := func(file, text string) func(*testing.T, string) {
		return func(t *testing.T, folder string) {
			require.NoError(t, os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600))
		}
	}
	tests := []struct {
		name      string
		change    func(t *testing.T, folder string)
		installed bool
		want      []string
	}{
		{"as the README shows", func(*testing.T, string) {}, true, nil},
		{"another plugin", write(".claude-plugin/plugin.json", `{"name":"other"}`), false, nil},
		{"no plugin", remove(".claude-plugin/plugin.json"), false, nil},
		{"no program", remove("program/veil"), true, []string{"the program is not there"}},
		{"a program that cannot be run", func(t *testing.T, folder string) {
			require.NoError(t, os.Chmod(filepath.Join(folder, "program", "veil"), 0o600))
		}, true, []string{"the program is not there"}},
		{"no mod", remove("hooks/register.js"), true, []string{"the mod is not there"}},
		{"hooks alone", write("hooks/hooks.json", `{"hooks":{"UserPromptSubmit":[],"PreToolUse":[],"PostToolUse":[]}}`), true, []string{"names no mod of veil"}},
		{"a mod alone", write("hooks/hooks.json", `{"modules":["./register.js"]}`), true,
			[]string{"no hook of veil for UserPromptSubmit", "no hook of veil for PreToolUse", "no hook of veil for PostToolUse"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			home, folder := installedPlugin(t)
			tc.change(t, folder)
			faults, installed := Faults(home, nil)
			require.Equal(t, tc.installed, installed)
			var texts []string
			for _, f := range faults {
				texts = append(texts, f.Text)
				require.NotEmpty(t, f.Remedy)
			}
			require.Equal(t, tc.want, texts)
		})
	}
}

func TestPluginIsSwitchedOff(t *testing.T) {
	home, _ := installedPlugin(t)
	project := t.TempDir()
	writeSettings(t, project, `{"enabledPlugins":{"veil@skills-dir":false,"other@x":false}}`)
	faults, installed := Faults(home, []string{project})
	require.True(t, installed)
	require.Equal(t, []Fault{{filepath.Join(project, ".claude", "settings.json"), "enabledPlugins switches veil off", "remove that line"}}, faults)

	writeSettings(t, project, `{"enabledPlugins":{"veil@market":true}}`)
	faults, installed = Faults(t.TempDir(), []string{project})
	require.True(t, installed)
	require.Empty(t, faults)
}

// The settings' hooks know no mod: they would restore again what it restored.
func TestPluginAndHooksAreTwice(t *testing.T) {
	home, folder := installedPlugin(t)
	writeSettings(t, home, string(HookSettings(filepath.Join(folder, "program", "veil"))))
	faults, installed := Faults(home, nil)
	require.True(t, installed)
	require.Len(t, faults, 1)
	require.Equal(t, "veil is there twice: as hooks, and as a plugin", faults[0].Text)
}
