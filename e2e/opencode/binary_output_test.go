// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
)

// binaryOutput: a command prints what cannot be inspected. OpenCode has streamed it into
// the conversation before the result was withheld, so that the next request is stopped,
// and the person reads why.
func binaryOutput() scenario {
	return scenario{
		name:    "binary output",
		files:   map[string]string{"datos.bin": "DNI " + sample.DNI + " \x00\x01\x02\n"},
		planted: sample.PlantedDNI(),
		cut:     true,
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
			assert.Contains(t, b.replies[0], "the text is binary and cannot be inspected")
			assert.NotContains(t, b.replies[0], sample.DNI)
		},
	}
}
