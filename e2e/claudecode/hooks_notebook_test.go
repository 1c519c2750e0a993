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

// hooksNotebook: the result of NotebookEdit quotes the cell that was written.
func hooksNotebook() scenario {
	const notebook = `{"cells":[{"cell_type":"markdown","id":"uno","metadata":{},"source":["DNI: ` + sample.DNI + `"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	return scenario{
		name:    "notebook",
		files:   map[string]string{"ficha.ipynb": notebook},
		planted: sample.PlantedDNI(),
		script: func(work string) provider.Script {
			path := filepath.Join(work, "ficha.ipynb")
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": path}),
				provider.Use("NotebookEdit", map[string]any{"notebook_path": path, "cell_id": "uno", "new_source": "El DNI es " + sample.TokenDNI}),
				provider.Say("Hecho."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Cambia la celda.")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Contains(t, b.ReadWork(t, "ficha.ipynb"), "El DNI es "+sample.DNI)
			wire.MustCarry(t, b.mock.Log, "Updated cell uno with El DNI es "+sample.TokenDNI)
		},
	}
}
