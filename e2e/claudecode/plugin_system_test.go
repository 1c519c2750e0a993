// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginSystem: what a person adds to the system prompt is in no row. The last gate sees
// it, in the request.
func pluginSystem() scenario {
	return scenario{
		name:    "system prompt",
		planted: sample.PlantedDNI(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Say("Hola."), provider.Say("Sí.")}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Empezamos.", "--append-system-prompt", "El titular tiene el DNI "+sample.DNI+".")
			b.goOn(t, "¿Seguimos?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "El titular tiene el DNI "+sample.TokenDNI+".")
		},
	}
}
