// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginFailing: the mod rewrites what a command that fails has printed, which no
// command hook can. So a local command gets values for its tokens, though its failure
// quotes them.
func pluginFailing() scenario {
	const search = "grep -F '" + sample.TokenDNI + "' ficha.txt; ls " + sample.TokenDNI
	return scenario{
		name:    "failing command",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Bash", map[string]any{"command": "cat ficha.txt; exit 3", "description": "Muestra la ficha"}),
				provider.Use("Bash", map[string]any{"command": search, "description": "Busca"}),
				provider.Say("Falla."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Muestra la ficha.")
			b.goOn(t, "¿Falla?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "Exit code 3\n", search)
			// The command ran with the value: it found the line, and then no such file.
			wire.MustCarry(t, b.mock.Log, "Exit code 2\nDNI: "+sample.TokenDNI+"\nls: cannot access '"+sample.TokenDNI+"'")
		},
	}
}
