// SPDX-License-Identifier: Apache-2.0

package hosts

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRipgrepOfThisMachine(t *testing.T) {
	bin := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "rg"), []byte("#!/bin/sh\n"), 0o700)) //nolint:gosec // it is a program
	t.Setenv("PATH", bin)
	require.Equal(t, bin, Ripgrep(t))
}

// TestRipgrepIsInstalled: npm brings it in a package for this machine.
func TestRipgrepIsInstalled(t *testing.T) {
	fakeTools(t, "")
	npm := `#!/bin/sh
for name in linux-x64 linux-arm64 darwin-x64 darwin-arm64; do
  dir="$3/node_modules/@vscode/ripgrep-$name/bin"
  /bin/mkdir -p "$dir"
  printf '#!/bin/sh\necho ripgrep\n' >"$dir/rg"
  /bin/chmod +x "$dir/rg"
done
`
	require.NoError(t, os.WriteFile(filepath.Join(os.Getenv("PATH"), "npm"), []byte(npm), 0o700)) //nolint:gosec // it is a program
	cache := filepath.Join(t.TempDir(), "cache")
	dir, err := installRipgrep(t.Context(), cache)
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir, "rg"))
	t.Setenv("PATH", t.TempDir())
	again, err := installRipgrep(t.Context(), cache)
	require.NoError(t, err)
	assert.Equal(t, dir, again)
	_, err = installRipgrep(t.Context(), t.TempDir())
	require.Error(t, err)
}
