// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHookSettings(t *testing.T) {
	got := HookSettings("/usr/local/bin/veil")
	if *update {
		require.NoError(t, os.WriteFile("testdata/settings.json", got, 0o644))
	}
	want, err := os.ReadFile("testdata/settings.json")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

func TestHookSettingsQuotesThePath(t *testing.T) {
	require.Contains(t, string(HookSettings(`/a "b" <c>/veil`)), `"command": "/a \"b\" <c>/veil"`)
}
