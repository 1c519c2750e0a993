// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hooksBackground: a command runs in the background, and the host tells the model of it.
func hooksBackground() scenario {
	return scenario{
		name:    "background command",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: script(
			bash("cat ficha.txt"),
			provider.Use("Bash", map[string]any{"command": "sort ficha.txt", "description": "Ordena", "run_in_background": true}),
			bash("sleep 2; cat \"$TMPDIR\"/claude-*/*/*/tasks/*.output"),
			provider.Say("Hecho."), provider.Say("Sí.")),
		cut: true,
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Ordena la ficha.")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "Command running in background", "DNI: "+sample.TokenDNI)
		},
	}
}
