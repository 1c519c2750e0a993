// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginStdin: what is piped into the host is part of the prompt, which the mod rewrites.
func pluginStdin() scenario {
	return scenario{
		name:    "stdin",
		planted: sample.PlantedRecord(),
		script:  script(provider.Say("Vale."), provider.Say("Sí.")),
		drive: func(t *testing.T, b *box) {
			b.stdin = sample.Record
			b.ask(t, "Resume esto.")
			b.stdin = ""
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "DNI: "+sample.TokenDNI, "Resume esto.")
			requireOnlyInStore(t, b, sample.DNI)
		},
	}
}
