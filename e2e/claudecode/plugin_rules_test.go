// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginRules: the person's own rules hold with the mod: what they deny and what they
// would ask about does not run, and what they allow does. The host's refusals quote the
// call as it would have run, with the value; the mod rewrites them.
func pluginRules() scenario {
	return scenario{
		name: "rules",
		files: map[string]string{
			"ficha.txt":             sample.Record,
			".claude/settings.json": `{"permissions":{"allow":["Bash(grep:*)","Read"],"ask":["Bash(touch:*)"],"deny":["Bash(ls:*)"]}}`,
		},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			bash := func(command string) provider.Turn {
				return provider.Use("Bash", map[string]any{"command": command, "description": "Prueba"})
			}
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")}),
				bash("grep -F '" + sample.TokenDNI + "' ficha.txt"),
				bash("ls " + sample.TokenDNI),
				bash("touch " + sample.TokenDNI),
				provider.Use("Write", map[string]any{"file_path": filepath.Join(work, sample.TokenDNI+".txt"), "content": "x"}),
				provider.Say("Hecho."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Prueba.", "--permission-mode", "default")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "Permission to use Bash with command ls", sample.TokenDNI+".txt")
			assert.NoFileExists(t, filepath.Join(b.Work, sample.DNI))
			assert.NoFileExists(t, filepath.Join(b.Work, sample.DNI+".txt"))
			wire.MustNotCarry(t, b.mock.Log, "token_in_error", "cannot be turned back")
		},
	}
}
