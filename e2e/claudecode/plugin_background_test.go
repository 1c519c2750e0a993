// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginBackground: the host tells the model of a command that ended in the background,
// and quotes it. The local command runs with the value.
func pluginBackground() scenario {
	return scenario{
		name:    "background command",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Bash", map[string]any{"command": "cat ficha.txt", "description": "Lee"}),
				provider.Use("Bash", map[string]any{
					"command": "grep -F '" + sample.TokenDNI + "' ficha.txt", "description": "Busca", "run_in_background": true}),
				provider.Use("Bash", map[string]any{"command": "sleep 2", "description": "Espera"}),
				provider.Say("Hecho."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Busca el DNI.")
			b.goOn(t, "¿Y bien?")
		},
		cut: true,
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "DNI: "+sample.TokenDNI, "Command running in background", "<task-notification>")
			wire.MustNotCarry(t, b.mock.Log, "the mod of veil's plugin does not run")
		},
	}
}
