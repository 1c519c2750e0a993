// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// grep: the tools that search, which the host offers to who asks for them. What they find
// is covered with the mod and without.
func grep() scenario {
	return scenario{
		name:    "Grep",
		files:   map[string]string{"ficha.txt": sample.Record, "notas/" + sample.DNI + ".txt": "nada\n"},
		planted: sample.PlantedRecord(),
		script: script(
			provider.Use("Grep", map[string]any{"pattern": ".", "output_mode": "content"}),
			provider.Use("Glob", map[string]any{"pattern": "**/*.txt"}),
			provider.Say("Hecho."), provider.Say("Sí.")),
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Busca.", "--tools", "Grep,Glob")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "DNI: "+sample.TokenDNI, "notas/"+sample.TokenDNI+".txt")
		},
	}
}
