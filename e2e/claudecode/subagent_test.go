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

// subagent: the model reads a file and hands work to a sub-agent, which reads
// the same file and writes another. Both see one numbering.
func subagent() scenario {
	return scenario{
		name:    "subagent",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			read := provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")})
			return provider.Script{
				Main: []provider.Turn{
					read,
					provider.Use("Agent", map[string]any{
						"description": "Escribe la carta", "subagent_type": "general-purpose", "run_in_background": false,
						"prompt": "SUBTAREA: escribe una carta para " + sample.TokenDNI,
					}),
					provider.Say("El ayudante ha terminado."),
					provider.Say("Sí."),
				},
				Sub: []provider.Turn{
					read,
					provider.Use("Write", map[string]any{"file_path": filepath.Join(work, "carta.txt"), "content": sample.Letter}),
					provider.Say("La carta va a " + sample.TokenEmail + "."),
				},
				SubMark: "SUBTAREA",
			}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Que un ayudante escriba la carta.")
			b.goOn(t, "¿Está hecha?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "carta para "+sample.TokenDNI, "va a "+sample.TokenEmail, "DNI: "+sample.TokenDNI)
			wire.MustNotCarry(t, b.mock.Log, "[DNI-002]", "[IBAN-002]", "[EMAIL-002]", "[LITERAL-001]")
			assert.Equal(t, sample.LetterOnDisk, b.ReadWork(t, "carta.txt"))
		},
		twin: func(t *testing.T, b *box) {
			assert.Equal(t, sample.Letter, b.ReadWork(t, "carta.txt"))
		},
	}
}
