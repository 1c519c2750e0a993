// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginChanged: a file that the model wrote changes on disk, and the host tells the
// model which lines, as they are.
func pluginChanged() scenario {
	return scenario{
		name:    "changed file",
		files:   map[string]string{"cambia.sh": "echo DNI " + sample.DNI + " >> carta.txt\nsleep 1\n"},
		planted: sample.PlantedDNI(),
		script: func(work string) provider.Script {
			file := filepath.Join(work, "carta.txt")
			return provider.Script{Main: []provider.Turn{
				provider.Use("Write", map[string]any{"file_path": file, "content": "Estimada Ana:\n"}),
				provider.Use("Bash", map[string]any{"command": "sh cambia.sh", "description": "Cambia la carta"}),
				provider.Say("Escrita."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Escribe la carta.")
			b.goOn(t, "¿Está escrita?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "DNI "+sample.TokenDNI)
		},
	}
}
