// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginStatus: the person asks by /veil how things stand, and the model by a tool. Both
// read counts, and no value.
func pluginStatus() scenario {
	const counts = "Values with a token: 1 DNI, 1 EMAIL."
	return scenario{
		name:    "status",
		planted: sample.PlantedDNI(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("mcp__veil__status", map[string]any{}), provider.Say("Anotado."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Mi DNI es "+sample.DNI+" y mi correo "+sample.Email+".")
			b.goOn(t, "¿Anotado?")
			b.goOn(t, "/veil")
		},
		guarded: func(t *testing.T, b *box) {
			wire.NoLeak(t, b.mock.Log, sample.PlantedRecord())
			wire.MustCarry(t, b.mock.Log, counts)
			assert.Contains(t, b.replies[2], counts)
			assert.NotContains(t, b.replies[2], sample.DNI)
		},
	}
}
