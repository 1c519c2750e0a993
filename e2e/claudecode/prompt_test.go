// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// prompt: a command hook cannot rewrite a prompt, so a prompt with a DNI is
// blocked, and the person is offered the text to paste instead.
func prompt() scenario {
	offered := "Mi DNI es " + sample.TokenDNI + ". Prepara una carta."
	return scenario{
		name:    "prompt",
		planted: sample.PlantedDNI(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Say("De acuerdo."), provider.Say("De acuerdo."), provider.Say("De acuerdo.")}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Empezamos.")
			b.goOn(t, "Mi DNI es "+sample.DNI+". Prepara una carta.")
			b.goOn(t, offered)
		},
		cut: true,
		guarded: func(t *testing.T, b *box) {
			assert.Equal(t, 1, b.mock.Left(), "the blocked prompt asks the model for nothing")
			assert.Contains(t, b.replies[1], offered)
			assert.NotContains(t, b.replies[1], sample.DNI)
			assert.Contains(t, b.replies[2], "De acuerdo.")
			wire.MustCarry(t, b.mock.Log, offered)
		},
	}
}
