// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSettingsFiles(t *testing.T) {
	for _, name := range []string{"XDG_CONFIG_HOME", "OPENCODE_CONFIG_DIR"} {
		t.Setenv(name, "")
	}
	t.Setenv("OPENCODE_CONFIG", "/srv/oc.json")
	got := SettingsFiles("/home/ana", []string{"/work/obra", "relative"})
	require.Subset(t, got, []string{
		"/work/obra/opencode.json", "/work/obra/opencode.jsonc", "/work/obra/.opencode/plugins",
		"/home/ana/.config/opencode/opencode.jsonc", "/home/ana/.config/opencode/plugin", "/home/ana/.config/opencode/veil", "/srv/oc.json",
	})
	require.NotContains(t, got, "plugin")
	t.Setenv("XDG_CONFIG_HOME", "/xdg")
	require.Contains(t, SettingsFiles("", nil), "/xdg/opencode/opencode.json")
}
