// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestOfflineMarket: a folder as the release's archive holds it is a marketplace. The host
// finds it valid, installs the plugin from it without a network, and the plugin guards;
// once it is removed nothing does.
func TestOfflineMarket(t *testing.T) {
	host := hosts.Require(t, "claude-code")
	t.Parallel()
	s := pluginPrompt()
	b := newBox(t, host, s)
	b.configure(t, guard{})
	dir := filepath.Join(b.Root, "veil")
	copyPlugin(t, filepath.Join(dir, "plugin-claudecode"), ".claude-plugin", "hooks")
	manifest, err := os.ReadFile(filepath.FromSlash("../../cmd-veil/share/marketplace.json"))
	require.NoError(t, err)
	b.WriteFile(t, filepath.Join(dir, ".claude-plugin", "marketplace.json"), string(manifest))
	program, err := os.ReadFile(veil.Build(t))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "veil"), program, 0o700)) //nolint:gosec // a program
	require.NoError(t, os.Mkdir(filepath.Join(dir, "plugin-claudecode", "program"), 0o700))
	require.NoError(t, os.Symlink(filepath.FromSlash("../../veil"), programIn(filepath.Join(dir, "plugin-claudecode"))))

	b.plugin(t, "validate", "--strict", dir)
	b.plugin(t, "validate", "--strict", filepath.Join(dir, "plugin-claudecode"))
	b.plugin(t, "marketplace", "add", dir)
	b.plugin(t, "install", "veil@veil")
	s.drive(t, b)
	wire.NoLeak(t, b.mock.Log, s.planted)
	requireScriptOver(t, b)
	wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI+". Prepara una carta.")

	b.plugin(t, "uninstall", "veil@veil")
	s.drive(t, b)
	wire.MustLeak(t, b.mock.Log, s.planted)
}

// plugin calls `claude plugin`, as the person would.
func (b *box) plugin(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), b.host, append([]string{"plugin"}, args...)...)
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "claude plugin %v: %s", args, said)
}
