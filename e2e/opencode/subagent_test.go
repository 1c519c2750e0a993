// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// subagent: the model hands work to a sub-agent, which reads a file and writes
// another. Both see one numbering: the DNI of the prompt and that of the file
// are one token.
func subagent() scenario {
	return scenario{
		name:    "subagent",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{
				Main: []provider.Turn{
					provider.Use("task", map[string]any{
						"description": "Lee la ficha", "subagent_type": "general",
						"prompt": "SUBTAREA: escribe una carta para " + sample.TokenDNI,
					}),
					provider.Say("El ayudante ha terminado."),
				},
				Sub: []provider.Turn{
					provider.Use("read", map[string]any{"filePath": filepath.Join(work, "ficha.txt")}),
					provider.Use("write", map[string]any{"filePath": filepath.Join(work, "carta.txt"), "content": sample.Letter}),
					provider.Say("La carta va a " + sample.TokenEmail + "."),
				},
				SubMark: "SUBTAREA",
			}
		},
		drive: func(t *testing.T, b *box) {
			s := b.serve(t)
			s.prompt(t, s.session(t), "Mi DNI es "+sample.DNI+". Que un ayudante escriba la carta.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "carta para "+sample.TokenDNI, "DNI: "+sample.TokenDNI, "va a "+sample.TokenEmail)
			wire.MustNotCarry(t, b.mock.Log, "[DNI-002]", "[IBAN-002]", "[LITERAL-001]")
			assert.Equal(t, sample.LetterOnDisk, b.ReadWork(t, "carta.txt"))
		},
		twin: func(t *testing.T, b *box) {
			assert.Equal(t, sample.Letter, b.ReadWork(t, "carta.txt"))
		},
	}
}
