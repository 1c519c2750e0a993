// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// resumed: a session goes on in another OpenCode, with another veil. The numbers go on too,
// and the history of the first process is sent as it was.
func resumed() scenario {
	return scenario{
		name:    "resumed session",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("read", map[string]any{"filePath": work + "/ficha.txt"}), provider.Say("Es de " + sample.TokenDNI + "."),
				provider.Use("write", map[string]any{"filePath": work + "/carta.txt", "content": sample.Letter}), provider.Say("Hecho."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			first := b.serve(t)
			session := first.session(t)
			first.prompt(t, session, "Mi DNI es "+sample.DNI+". Lee la ficha.")
			first.end()
			b.serve(t).prompt(t, session, "Escribe la carta para el "+sample.DNI+".")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI, "carta para el "+sample.TokenDNI, sample.TokenIBAN)
			wire.MustNotCarry(t, b.mock.Log, "[DNI-002]", "[LITERAL-001]")
			assert.Equal(t, sample.LetterOnDisk, b.ReadWork(t, "carta.txt"))
		},
	}
}
