// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSettingsFiles(t *testing.T) {
	t.Setenv("CLAUDE_CONFIG_DIR", "/other")
	require.Equal(t, []string{
		"/etc/claude-code/managed-settings.json",
		"/other/settings.json", "/other/settings.local.json",
		"/home/ana/.claude/settings.json", "/home/ana/.claude/settings.local.json",
		"/work/obra/.claude/settings.json", "/work/obra/.claude/settings.local.json",
	}, SettingsFiles("/home/ana", []string{"/work/obra", "", "relative"}))
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	require.Equal(t, []string{"/etc/claude-code/managed-settings.json"}, SettingsFiles("", nil))
}
