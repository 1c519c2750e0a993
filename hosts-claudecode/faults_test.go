// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// installed writes veil's hooks into the settings of a home directory, changed.
func installed(t *testing.T, change func(settings string) string) (home string) {
	t.Helper()
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	home = t.TempDir()
	program := filepath.Join(home, "veil")
	require.NoError(t, os.WriteFile(program, nil, 0o700))
	writeSettings(t, home, change(string(HookSettings(program))))
	return home
}

func writeSettings(t *testing.T, parent, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Join(parent, ".claude"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(parent, ".claude", "settings.json"), []byte(text), 0o600))
}

func TestFaults(t *testing.T) {
	replace := func(what, with string) func(string) string {
		return func(s string) string { return strings.ReplaceAll(s, what, with) }
	}
	tests := []struct {
		name      string
		change    func(string) string
		installed bool
		want      string
	}{
		{"as the README shows", replace("hooks", "hooks"), true, ""},
		{"behind a byte order mark", func(s string) string { return "\ufeff" + s }, true, ""},
		{"switched off", replace("{\n  \"hooks\"", "{\n  \"disableAllHooks\": true,\n  \"hooks\""), true, "disableAllHooks switches veil off"},
		{"not switched off", replace("{\n  \"hooks\"", "{\n  \"disableAllHooks\": false,\n  \"hooks\""), true, ""},
		{"not JSON", replace("}", ""), false, "not JSON: Claude Code drops the whole file"},
		{"no hooks", func(string) string { return "{}" }, false, ""},
		{"lets pass on failure", replace(`, "onFailure": "block"`, ""), true, "the UserPromptSubmit hook lets everything pass when veil fails"},
		{"asynchronous", replace(`"timeout": 10`, `"async": true`), true, "the UserPromptSubmit hook is asynchronous and blocks nothing"},
		{"found through PATH", replace(`"command": "`, `"command": "./..`), true, "the UserPromptSubmit hook names veil without its whole path: a project can change PATH"},
		{"no such program", replace(`/veil"`, `/veil2"`), true, "the UserPromptSubmit hook names a program that is not there"},
		{"run by a shell", replace(`veil", "args": ["claude-code"]`, `veil claude-code"`), true, "the UserPromptSubmit hook is run by a shell"},
		{"not a command", replace(`"type": "command"`, `"type": "prompt"`), true, "the UserPromptSubmit hook is not of the type that runs a program"},
		{"other arguments", replace(`["claude-code"]`, `["claude-code", "--help"]`), true, "the UserPromptSubmit hook has other arguments than claude-code"},
		{"too little time", replace(`"timeout": 10`, `"timeout": 3`), true, "the UserPromptSubmit hook gives veil too little time to answer"},
		{"time that is no number", replace(`"timeout": 10`, `"timeout": "10"`), true, "the UserPromptSubmit hook gives veil too little time to answer"},
		{"more time", replace(`"timeout": 10`, `"timeout": 30`), true, ""},
		{"on a condition", replace(`"timeout": 10`, `"if": "Bash(git *)"`), true, "the UserPromptSubmit hook runs only sometimes"},
		{"some tools", replace(`"matcher": "*"`, `"matcher": "Bash"`), true, "the PreToolUse hook covers only some tools"},
		{"an empty matcher", replace(`"matcher": "*"`, `"matcher": ""`), true, ""},
		{"another program", replace(`/veil"`, `/../../../../../../bin/true"`), true, "the UserPromptSubmit hook runs another program than veil"},
		{"an event is missing", replace("PreToolUse", "SessionEnd"), true, "no hook of veil for PreToolUse"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			faults, is := Faults(installed(t, tc.change), nil)
			require.Equal(t, tc.installed, is)
			if tc.want == "" {
				require.Empty(t, faults)
				return
			}
			require.Equal(t, tc.want, faults[0].Text)
			require.NotEmpty(t, faults[0].Remedy)
		})
	}
}

func TestFaultInAProject(t *testing.T) {
	home := installed(t, func(s string) string { return s })
	project := t.TempDir()
	writeSettings(t, project, `{"disableAllHooks": true}`)
	faults, is := Faults(home, []string{project})
	require.True(t, is)
	require.Equal(t, []Fault{{filepath.Join(project, ".claude", "settings.json"), "disableAllHooks switches veil off", "remove that line"}}, faults)
}
