// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginMemory: CLAUDE.md of the project, and that of a folder in which the model
// reads a file, are rows that the mod rewrites.
func pluginMemory() scenario {
	return scenario{
		name: "CLAUDE.md",
		files: map[string]string{
			"CLAUDE.md": "El titular tiene el DNI " + sample.DNI + ".\n", "sub/CLAUDE.md": "Su correo es " + sample.Email + ".\n", "sub/a.txt": "nada\n",
		},
		planted: sample.PlantedRecord()[:1:1],
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "sub", "a.txt")}),
				provider.Say("Leído."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Lee sub/a.txt.")
			b.goOn(t, "¿Leído?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.NoLeak(t, b.mock.Log, sample.PlantedRecord())
			wire.MustCarry(t, b.mock.Log, "El titular tiene el DNI "+sample.TokenDNI, "Su correo es "+sample.TokenEmail)
		},
		twin: func(t *testing.T, b *box) { wire.MustCarry(t, b.mock.Log, "Su correo es "+sample.Email) },
	}
}
