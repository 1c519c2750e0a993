// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginMention: Claude Code itself reads a file that a prompt mentions; its text is
// a row that the mod rewrites.
func pluginMention() scenario {
	return scenario{
		name:    "mention",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Say("Leída."), provider.Say("Sí.")}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Resume @ficha.txt por favor.")
			b.goOn(t, "¿Leída?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "DNI: "+sample.TokenDNI)
		},
	}
}
