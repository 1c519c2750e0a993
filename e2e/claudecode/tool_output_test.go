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

// toolOutput: the model reads a file with the Read tool and with the shell. The
// printed answer goes into a pipe, so tokens stay in it.
func toolOutput() scenario {
	return scenario{
		name:    "tool output",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")}),
				provider.Use("Bash", map[string]any{"command": "sort ficha.txt", "description": "Ordena la ficha"}),
				provider.Say("Es de " + sample.TokenEmail + "."),
				provider.Say("Sigue siendo de " + sample.TokenEmail + "."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Lee la ficha.")
			b.goOn(t, "¿De quién era?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, sample.TokenDNI, sample.TokenIBAN, sample.TokenEmail, sample.TokenClient)
			wire.MustNotCarry(t, b.mock.Log, "[DNI-002]", "[IBAN-002]", "[EMAIL-002]")
			assert.Contains(t, b.replies[0], "Es de "+sample.TokenEmail)
			assert.Equal(t, sample.Record, b.ReadWork(t, "ficha.txt"))
		},
	}
}
