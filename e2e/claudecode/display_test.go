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

// displayAlways: a person who sets `display: always` reads the values in the
// output of `claude -p` too; the provider does not.
func displayAlways() scenario {
	return scenario{
		name:    "display always",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		guard:   guard{config: "version: 1\ndisplay: always\n"},
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")}),
				provider.Say("Es de " + sample.TokenEmail + "."),
				provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Lee la ficha.")
			b.goOn(t, "¿Seguro?")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Contains(t, b.replies[0], "Es de "+sample.Email+".")
			wire.MustCarry(t, b.mock.Log, "Es de "+sample.TokenEmail+".")
		},
		twin: func(t *testing.T, b *box) {
			assert.Contains(t, b.replies[0], "Es de "+sample.TokenEmail+".")
		},
	}
}
