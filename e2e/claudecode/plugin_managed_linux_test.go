// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestClaudeCodeManaged: on a machine with managed settings the host keeps a person's mod
// from CLAUDE.md and from its requests. veil then lets no prompt pass. Where the managed
// settings enable the plugin, all holds, and no project can switch it off.
func TestClaudeCodeManaged(t *testing.T) {
	host, program := realHost(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can give a program managed settings of its own")
	}
	play := func(t *testing.T, settings func(b *box) map[string]any) *box {
		s := faulty()
		s.files[".claude/settings.json"] = `{"enabledPlugins":{"veil@veil-market":false}}`
		s.script = func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Bash", map[string]any{"command": "cat ficha.txt; exit 3", "description": "Muestra"}), provider.Say("Falla."),
			}}
		}
		b := newBox(t, host, s)
		b.install(t, program, guard{plugin: &plugin{}})
		b.manage(t, settings(b))
		b.ask(t, "Mi DNI es "+sample.DNI+".")
		wire.NoLeak(t, b.mock.Log, s.planted)
		return b
	}
	t.Run("a person's plugin", func(t *testing.T) {
		t.Parallel()
		b := play(t, func(*box) map[string]any { return map[string]any{"cleanupPeriodDays": 30} })
		wire.MustBeSilent(t, b.mock.Log)
		assert.Contains(t, b.replies[0], "this machine's managed settings keep your plugins from")
	})
	t.Run("a managed plugin", func(t *testing.T) {
		t.Parallel()
		b := play(t, func(b *box) map[string]any { return b.market(t) })
		wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI+".", "Su correo es "+sample.TokenEmail, "Exit code 3\n")
	})
}

// market moves the plugin from the person's folder into a market, and returns the
// settings that enable it from there.
func (b *box) market(t *testing.T) map[string]any {
	t.Helper()
	dir := filepath.Join(b.Root, "market")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "plugins"), 0o700))
	require.NoError(t, os.Rename(b.pluginDir(), filepath.Join(dir, "plugins", "veil")))
	b.WriteFile(t, filepath.Join(dir, ".claude-plugin", "marketplace.json"),
		`{"name":"veil-market","owner":{"name":"x"},"plugins":[{"name":"veil","source":"./plugins/veil"}]}`)
	source := map[string]any{"source": map[string]any{"source": "directory", "path": dir}}
	return map[string]any{
		"extraKnownMarketplaces": map[string]any{"veil-market": source},
		"enabledPlugins":         map[string]any{"veil@veil-market": true},
	}
}

// manage runs the host where /etc holds managed settings. The machine's own /etc is as it
// was.
func (b *box) manage(t *testing.T, settings map[string]any) {
	t.Helper()
	text, err := json.Marshal(settings)
	require.NoError(t, err)
	b.WriteFile(t, filepath.Join(b.etc(t), "claude-code", "managed-settings.json"), string(text))
	b.host = b.inEtc(t, b.host)
}

// etc is the folder of what the box has changed in /etc.
func (b *box) etc(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(b.Root, "etc")
	require.NoError(t, os.MkdirAll(dir, 0o755)) //nolint:gosec // as /etc is
	return dir
}

// inEtc returns a program that runs another where /etc is the box's own.
func (b *box) inEtc(t *testing.T, program string) string {
	t.Helper()
	upper, work := b.etc(t), filepath.Join(b.Root, "etc-work")
	require.NoError(t, os.MkdirAll(work, 0o700))
	inner := fmt.Sprintf("mount -t overlay overlay -o lowerdir=/etc,upperdir=%s,workdir=%s /etc && exec %s \"$@\"", upper, work, program)
	path := filepath.Join(b.Root, "managed-"+filepath.Base(program))
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nexec unshare -m sh -c '"+inner+"' sh \"$@\"\n"), 0o700)) //nolint:gosec // a program
	return path
}
