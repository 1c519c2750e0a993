// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
)

// longOutput is the event of an output that OpenCode saved whole in a file.
func longOutput(t *testing.T, file string, more ...string) string {
	t.Helper()
	leaves := `[["/output","long [...]"],["/metadata/outputPath",` + quote(file) + `]` + strings.Join(more, "") + `]`
	return openCodeEvent("tool.execute.after", `"tool":"bash","call":"c","leaves":`+leaves)(t, "")
}

func TestASavedOutputIsMasked(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"with a value", "long 12345678Z\n", "long [DNI-001]\n"},
		{"without", "long\n", "long\n"},
		{"that is binary", "long \x00\x01 12345678Z", withheldFile},
		{"that is too long", strings.Repeat("12345678Z\n", core.MaxDocument/10+1), withheldFile},
	}
	for _, tc := range tests {
		for _, mode := range [][]string{{"opencode"}, {"opencode", "--stdio"}} {
			t.Run(tc.name+strings.Join(mode, " "), func(t *testing.T) {
				newHome(t)
				file := writeFile(t, filepath.Join(t.TempDir(), "opencode", "tool-output", "tool_1"), tc.text)
				require.NotContains(t, veil(t, longOutput(t, file), mode...).stdout, "deny")
				got, err := os.ReadFile(file)
				require.NoError(t, err)
				require.Equal(t, tc.want, string(got))
			})
		}
	}
}

// TestNoOtherFileIsTouched, whatever a tool says.
func TestNoOtherFileIsTouched(t *testing.T) {
	newHome(t)
	dir := t.TempDir()
	const text = "long 12345678Z\n"
	own := func(name string) string { return filepath.Join(dir, "opencode", "tool-output", name) }
	file := writeFile(t, filepath.Join(dir, "a"), text)
	require.NoError(t, os.MkdirAll(own(""), 0o700))
	require.NoError(t, os.Symlink(file, own("tool_link")))
	hard := writeFile(t, own("tool_hard"), text)
	require.NoError(t, os.Link(hard, own("tool_other")))
	other := writeFile(t, own("id_rsa"), text)
	for _, path := range []string{file, own("tool_link"), hard, other, own("tool_x/../../../a"), "tool_1", own("tool_missing")} {
		veil(t, longOutput(t, path), "opencode")
	}
	mcp := writeFile(t, own("tool_mcp"), text)
	veil(t, longOutput(t, mcp, `,["/content/0/text","x"]`), "opencode")
	for _, path := range []string{file, hard, other, mcp} {
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(got), path)
	}
	require.NoFileExists(t, own("tool_missing"))
}
