// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// write: the model writes a file with tokens in it. On disk stand the values;
// on the wire, also when the history is sent again, the model's own words.
func write() scenario {
	return scenario{
		name:    "write",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")}),
				provider.Use("Write", map[string]any{"file_path": filepath.Join(work, "carta.txt"), "content": sample.Letter}),
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "carta.txt")}),
				provider.Say("Hecho."),
				provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Escribe una carta con los datos de la ficha.")
			b.goOn(t, "¿Está hecha?")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Equal(t, sample.LetterOnDisk, b.ReadWork(t, "carta.txt"))
			inProject, err := wire.FilesWith(b.Work, sample.DNI)
			require.NoError(t, err)
			assert.Equal(t, []string{"carta.txt", "ficha.txt"}, inProject)
			elsewhere, err := wire.FilesWith(b.Root, sample.DNI)
			require.NoError(t, err)
			t.Logf("local files that hold the DNI: %v", elsewhere)
			wire.MustCarry(t, b.mock.Log, sample.Letter)
			wire.MustNotCarry(t, b.mock.Log, "[DNI-002]", "[IBAN-002]", "[LITERAL-001]")
		},
		twin: func(t *testing.T, b *box) {
			assert.Equal(t, sample.Letter, b.ReadWork(t, "carta.txt"))
		},
	}
}
