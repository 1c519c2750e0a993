// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// binaryOutput: a command prints what cannot be inspected. The result is withheld, and
// the model is told why.
func binaryOutput() scenario {
	return scenario{
		name:    "binary output",
		files:   map[string]string{"datos.bin": "DNI " + sample.DNI + " \x00\x01\x02\n"},
		planted: sample.PlantedDNI(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("bash", map[string]any{"command": "cat datos.bin", "description": "Lee"}),
				provider.Say("No puedo leerlo."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			s := b.serve(t)
			s.prompt(t, s.session(t), "Lee los datos.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "the text is binary and cannot be inspected")
		},
	}
}
