// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestDoctorPlaysOpenCode: the canary of veil doctor is green after an installation, and
// red where the plugin does not load. It leaves no trace.
func TestDoctorPlaysOpenCode(t *testing.T) {
	host := hosts.Require(t, "opencode")
	program := veil.Build(t)
	b := newBox(t, host, runCommand())
	bin := filepath.Join(b.Root, "bin")
	require.NoError(t, os.Mkdir(bin, 0o700))
	require.NoError(t, os.Symlink(host, filepath.Join(bin, "opencode")))
	b.WriteFile(t, filepath.Join(b.Root, "clientes.txt"), sample.Catalog)
	b.WriteFile(t, filepath.Join(b.Getenv("XDG_CONFIG_HOME"), "veil", "veil.yaml"), "version: 1\ncatalog: "+filepath.Join(b.Root, "clientes.txt")+"\n")
	b.Set(map[string]string{"PATH": bin + string(filepath.ListSeparator) + b.Getenv("PATH"), "OPENCODE_CONFIG": ""})
	require.Contains(t, b.veil(t, program, "install", "opencode"), "opencode.json names it")

	verdict, got := b.canary(t, program)
	require.Equal(t, "protected", verdict)
	require.Equal(t, map[string]string{
		"what you type": "hidden", "a file that you name": "hidden", "AGENTS.md": "hidden", "a file that is read": "hidden",
		"the output of a command": "hidden", "the output of a command that fails": "hidden", "a name of the catalogue": "hidden",
		"the title of the session": "hidden", "a file that is written": "restored", "a file that is changed": "restored",
	}, got)
	left, err := wire.FilesWith(b.Root, "veil-canary-")
	require.NoError(t, err)
	assert.Empty(t, left)
	sessions, err := os.ReadDir(filepath.Join(b.State, "veil", "sessions"))
	require.NoError(t, err)
	assert.Empty(t, sessions)

	b.WriteFile(t, filepath.Join(b.Getenv("XDG_CONFIG_HOME"), "opencode", "veil", "veil-plugin.js"), "export default {")
	verdict, got = b.canary(t, program)
	require.Equal(t, "not_protected", verdict)
	for _, what := range []string{"what you type", "a file that you name", "AGENTS.md", "a file that is read", "the title of the session"} {
		assert.Equal(t, "LEAKED", got[what], what)
	}
}

// canary runs veil doctor and returns its verdict and what it measured. Nothing of it goes
// to the provider that the box has set.
func (b *box) canary(t *testing.T, program string) (verdict string, got map[string]string) {
	t.Helper()
	var report struct {
		Verdict string
		Canary  []struct{ What, Result string }
	}
	said := b.veil(t, program, "doctor", "--json", "opencode")
	require.NoError(t, json.Unmarshal([]byte(said), &report), "%s", said)
	wire.MustBeSilent(t, b.mock.Log)
	got = map[string]string{}
	for _, row := range report.Canary {
		got[row.What] = row.Result
	}
	return report.Verdict, got
}
