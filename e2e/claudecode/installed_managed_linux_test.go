// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestManagedByVeil: what veil install --managed wrote guards a person who has installed
// nothing, whatever a project says, with all the powers of the mod. Uninstalled, the
// machine's settings are what they were, and nothing guards.
func TestManagedByVeil(t *testing.T) {
	host, program := realHost(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can give a program an /etc of its own")
	}
	const before = "{\n  \"cleanupPeriodDays\": 30\n}\n"
	s := faulty()
	s.files[".claude/settings.json"] = `{"enabledPlugins":{"veil@veil":false},"disableAllHooks":true}`
	s.script = script(bash("cat ficha.txt; exit 3"), provider.Say("Falla."), bash("cat ficha.txt; exit 3"), provider.Say("Falla."))
	b := newBox(t, host, s)
	b.configure(t, guard{})
	settings := filepath.Join(b.etc(t), "claude-code", "managed-settings.json")
	b.WriteFile(t, settings, before)
	veil := b.inEtc(t, program)
	b.host = b.inEtc(t, host)
	play := func() {
		b.ask(t, "Mi DNI es "+sample.DNI+".", "--append-system-prompt", "El titular es "+sample.Client+".")
	}

	said := b.veil(t, veil, 0, "install", "claude-code", "--managed", "--dry-run")
	assert.Contains(t, said, "+++ /etc/claude-code/managed-settings.json\n")
	require.NoDirExists(t, filepath.Join(b.etc(t), "claude-code", "veil"))
	b.veil(t, veil, 0, "install", "claude-code", "--managed")
	assert.Contains(t, b.veil(t, veil, 0, "install", "claude-code", "--managed"), "nothing to do: ")
	assert.Contains(t, b.veil(t, veil, 6, "install", "claude-code"), "runs veil for everybody on this machine")
	play()
	wire.NoLeak(t, b.mock.Log, s.planted)
	wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI+".", "Su correo es "+sample.TokenEmail, "Exit code 3\n", "El titular es "+sample.TokenClient)

	require.NoError(t, filepath.WalkDir(b.Home, func(path string, entry fs.DirEntry, err error) error {
		assert.NotEqual(t, "program", entry.Name(), "the host runs the plugin where it is, so that an update reaches everybody")
		return err
	}))

	b.veil(t, veil, 0, "uninstall", "claude-code", "--managed")
	text, err := os.ReadFile(settings)
	require.NoError(t, err)
	require.Equal(t, before, string(text))
	play()
	wire.MustLeak(t, b.mock.Log, s.planted)
	requireScriptOver(t, b)
}
