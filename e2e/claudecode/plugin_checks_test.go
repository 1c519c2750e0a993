// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
)

// report is the part of `claude plugin validate --json` that counts here.
type report struct {
	Success  bool
	Contents []struct {
		GatingHooks []struct {
			Hook     string
			HasCatch bool
		}
	}
}

// TestPluginIsValid: the host takes the plugin, strictly, and sees no hook of the mod
// that guards something and would let it pass when it fails.
func TestPluginIsValid(t *testing.T) {
	host := hosts.Require(t, "claude-code")
	t.Parallel()
	text, err := hostOn(t, host, "plugin", "validate", "--strict", "--json", pluginCopy(t)).Output()
	require.NoError(t, err, "%s", text)
	var r report
	require.NoError(t, json.Unmarshal(text, &r))
	require.True(t, r.Success)
	var gates []string
	for _, file := range r.Contents {
		for _, hook := range file.GatingHooks {
			assert.True(t, hook.HasCatch, hook.Hook)
			gates = append(gates, hook.Hook)
		}
	}
	slices.Sort(gates)
	require.Equal(t, []string{"http.fetch", "prompt.submit", "session.append", "tool.call"}, gates)
}

// TestPluginMod runs the mod's own tests in the host's engine.
func TestPluginMod(t *testing.T) {
	host := hosts.Require(t, "claude-code")
	t.Parallel()
	said, err := hostOn(t, host, "plugin", "test", pluginCopy(t)).CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Regexp(t, `(?m)^ [1-9]\d+ pass\n 0 fail$`, string(said))
}

// pluginCopy is the plugin without what npm installs beside it.
func pluginCopy(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "veil")
	copyPlugin(t, dir, ".claude-plugin", "hooks", "tests")
	return dir
}

// hostOn is a call of the host with a home of its own.
func hostOn(t *testing.T, host string, args ...string) *exec.Cmd {
	t.Helper()
	sandbox := hosts.NewSandbox(t, nil)
	sandbox.Set(map[string]string{"CLAUDE_CONFIG_DIR": filepath.Join(sandbox.Home, ".claude"), "DISABLE_AUTOUPDATER": "1"})
	cmd := exec.CommandContext(t.Context(), host, args...)
	cmd.Dir, cmd.Env = sandbox.Work, sandbox.Environ()
	return cmd
}
