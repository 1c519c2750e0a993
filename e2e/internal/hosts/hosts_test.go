// SPDX-License-Identifier: Apache-2.0

package hosts

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeTools puts an npm and a node on PATH that play an installation: the
// host's executable says what version is told.
func fakeTools(t *testing.T, version string) {
	t.Helper()
	bin := t.TempDir()
	npm := `#!/bin/sh
dir="$3/node_modules/opencode-ai/bin"
/bin/mkdir -p "$dir"
printf '#!/bin/sh\necho ` + version + `\n' >"$dir/opencode.exe"
/bin/chmod +x "$dir/opencode.exe"
`
	require.NoError(t, os.WriteFile(filepath.Join(bin, "npm"), []byte(npm), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "node"), []byte("#!/bin/sh\n"), 0o700))
	t.Setenv("PATH", bin)
}

func TestInstallIsReused(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	fakeTools(t, "1.18.33")
	first, err := Install(t.Context(), cache, "opencode")
	require.NoError(t, err)
	require.FileExists(t, first)

	t.Setenv("PATH", t.TempDir()) // no npm: only a reused installation can succeed
	second, err := Install(t.Context(), cache, "opencode")
	require.NoError(t, err)
	require.Equal(t, first, second)
}

func TestInstallLeavesNothingHalfDone(t *testing.T) {
	tests := []struct {
		name string
		prep func(*testing.T)
	}{
		{"no npm", func(t *testing.T) { t.Setenv("PATH", t.TempDir()) }},
		{"other version", func(t *testing.T) { fakeTools(t, "1.0.0") }},
		{"says nothing", func(t *testing.T) { fakeTools(t, "") }},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			cache := t.TempDir()
			tc.prep(t)
			_, err := Install(t.Context(), cache, "opencode")
			require.Error(t, err)
			left, err := os.ReadDir(cache)
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}

func TestInstallUnknownHost(t *testing.T) {
	_, err := Install(t.Context(), t.TempDir(), "none")
	require.Error(t, err)
}

func TestCacheDirWithoutHome(t *testing.T) {
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	require.Equal(t, filepath.Join(os.TempDir(), "veil-e2e"), CacheDir())
}

func TestSandboxIsolates(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "sk-of-the-user")
	s := NewSandbox(t, map[string]string{"a/b.txt": "hola"})
	s.Set(map[string]string{"VEIL_BINARY": "/x"})
	assert.Equal(t, "hola", s.ReadWork(t, "a/b.txt"))
	env := s.Environ()
	assert.Contains(t, env, "HOME="+s.Home)
	assert.Contains(t, env, "VEIL_BINARY=/x")
	assert.NotContains(t, env, "ANTHROPIC_API_KEY=sk-of-the-user")
	assert.Equal(t, os.Getenv("PATH"), s.Getenv("PATH"))
}

func TestCached(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	_, ok := Cached(cache, "opencode")
	require.False(t, ok)
	fakeTools(t, "1.18.33")
	installed, err := Install(t.Context(), cache, "opencode")
	require.NoError(t, err)
	bin, ok := Cached(cache, "opencode")
	require.True(t, ok)
	require.Equal(t, installed, bin)
	_, ok = Cached(cache, "none")
	require.False(t, ok)
}
