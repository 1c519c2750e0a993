// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProgramVersion(t *testing.T) {
	tests := []struct{ name, program, packageJSON, want string }{
		{"npm, native program", "lib/claude-code/bin/claude.exe", `{"name":"@anthropic-ai/claude-code","version":"2.1.332"}`, "2.1.332"},
		{"npm, script", "lib/claude-code/cli.js", `{"name":"@anthropic-ai/claude-code","version":"2.0.1"}`, "2.0.1"},
		{"native installation", "versions/2.1.300", ``, "2.1.300"},
		{"another package", "lib/x/bin/claude", `{"name":"claude","version":"9.9.9"}`, ""},
		{"not a version", "lib/claude-code/bin/claude.exe", `{"name":"@anthropic-ai/claude-code","version":"12345678Z"}`, ""},
		{"not JSON", "lib/claude-code/bin/claude.exe", `{`, ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			root := t.TempDir()
			program := filepath.Join(root, tc.program)
			require.NoError(t, os.MkdirAll(filepath.Dir(program), 0o755))
			require.NoError(t, os.WriteFile(program, nil, 0o755))
			dir := filepath.Dir(program)
			if filepath.Base(dir) == "bin" {
				dir = filepath.Dir(dir)
			}
			if tc.packageJSON != "" {
				require.NoError(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(tc.packageJSON), 0o644))
			}
			link := filepath.Join(root, "claude")
			require.NoError(t, os.Symlink(program, link))
			require.Equal(t, tc.want, ProgramVersion(filepath.Join(root, "absent"), link))
		})
	}
}
