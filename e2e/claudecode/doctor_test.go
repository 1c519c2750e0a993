// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// measured is what the canary showed, surface by surface.
type measured map[string]string

// TestDoctorPlaysClaudeCode: the canary of veil doctor is green after an installation, with
// the plugin and with hooks alone, and red where a project switches the guard off. It
// leaves no trace.
func TestDoctorPlaysClaudeCode(t *testing.T) {
	host := hosts.Require(t, "claude-code")
	program := veil.Build(t)
	nothing := scenario{script: func(string) provider.Script { return provider.Script{} }}
	set := func(t *testing.T, args ...string) *box {
		b := newBox(t, host, nothing)
		b.configure(t, guard{config: "version: 1\ncatalog: ROOT/clientes.txt\n"})
		b.onPath(t, host)
		b.veil(t, program, 0, append([]string{"install", "claude-code"}, args...)...)
		return b
	}
	t.Run("plugin", func(t *testing.T) {
		b := set(t)
		require.Equal(t, measured{
			"what you type": "hidden", "a file that you name": "hidden", "CLAUDE.md": "hidden", "a file that is read": "hidden",
			"the output of a command": "hidden", "the output of a command that fails": "hidden", "a name of the catalogue": "hidden",
			"a file that is written": "restored", "a file that is changed": "restored",
		}, b.canary(t, program, 0))
		b.requireNoTrace(t)
	})
	t.Run("hooks", func(t *testing.T) {
		b := set(t, "--hooks")
		require.Equal(t, measured{
			"what you type": "blocked", "a file that you name": "blocked", "CLAUDE.md": "LEAKED", "a file that is read": "hidden",
			"the output of a command": "hidden", "the output of a command that fails": "blocked", "a name of the catalogue": "hidden",
			"a file that is written": "restored", "a file that is changed": "blocked",
		}, b.canary(t, program, 0))
		b.requireNoTrace(t)
	})
	t.Run("switched off by the project", func(t *testing.T) {
		b := set(t)
		b.WriteFile(t, filepath.Join(b.Work, ".claude", "settings.json"), `{"disableAllHooks": true}`)
		got := b.canary(t, program, 5)
		for _, what := range []string{"what you type", "a file that you name", "CLAUDE.md", "a file that is read", "the output of a command that fails"} {
			assert.Equal(t, "LEAKED", got[what], what)
		}
		b.requireNoTrace(t)
	})
	t.Run("a mod that does not parse", func(t *testing.T) {
		b := set(t)
		b.WriteFile(t, filepath.Join(b.pluginDir(), "hooks", "register.js"), "export const register = (")
		require.Equal(t, "blocked", b.canary(t, program, 5)["what you type"], "the command hook beneath holds the line")
	})
}

// onPath puts the host on the PATH, where veil doctor looks for it.
func (b *box) onPath(t *testing.T, host string) {
	t.Helper()
	bin := filepath.Join(b.Root, "bin")
	require.NoError(t, os.Mkdir(bin, 0o700))
	require.NoError(t, os.Symlink(host, filepath.Join(bin, "claude")))
	b.Set(map[string]string{"PATH": bin + string(filepath.ListSeparator) + b.Getenv("PATH")})
}

// canary runs veil doctor, which must end with that code, and returns what it measured.
// Nothing of it goes to the provider that the box has set.
func (b *box) canary(t *testing.T, program string, code int) measured {
	t.Helper()
	var report struct {
		Canary []struct{ What, Result string }
	}
	said := b.veil(t, program, code, "doctor", "--json", "claude-code")
	require.NoError(t, json.Unmarshal([]byte(said), &report), "%s", said)
	wire.MustBeSilent(t, b.mock.Log)
	got := measured{}
	for _, row := range report.Canary {
		got[row.What] = row.Result
	}
	return got
}

// requireNoTrace asserts that no file names the canary's folder, and that veil remembers
// no session.
func (b *box) requireNoTrace(t *testing.T) {
	t.Helper()
	left, err := wire.FilesWith(b.Root, "veil-canary-")
	require.NoError(t, err)
	assert.Empty(t, left)
	sessions, err := os.ReadDir(filepath.Join(b.State, "veil", "sessions"))
	if !os.IsNotExist(err) { // where veil did not run
		require.NoError(t, err)
	}
	assert.Empty(t, sessions)
}
