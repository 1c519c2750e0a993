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

// pluginEdit: the model edits a line with a token in it. The host looks for the old
// text in the file before any command hook runs; the mod comes before that.
func pluginEdit() scenario {
	edited := "Cliente: " + sample.Client + "\nDocumento: " + sample.DNI + "\nIBAN: " + sample.IBAN + "\nCorreo: " + sample.Email + "\n"
	return scenario{
		name:    "edit",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			file := filepath.Join(work, "ficha.txt")
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": file}),
				provider.Use("Edit", map[string]any{
					"file_path": file, "old_string": "DNI: " + sample.TokenDNI, "new_string": "Documento: " + sample.TokenDNI}),
				provider.Say("Hecho."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Cambia la etiqueta del DNI.")
			b.goOn(t, "¿Hecho?")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Equal(t, edited, b.ReadWork(t, "ficha.txt"))
			wire.MustCarry(t, b.mock.Log, "DNI: "+sample.TokenDNI, "Documento: "+sample.TokenDNI)
			wire.MustNotCarry(t, b.mock.Log, "String to replace not found", "[LITERAL-001]", "[DNI-002]")
		},
		twin: func(t *testing.T, b *box) { assert.Equal(t, sample.Record, b.ReadWork(t, "ficha.txt")) },
	}
}
