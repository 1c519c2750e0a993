// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginCommand: a slash command's own text is a row that the mod rewrites. One whose
// line holds a value cannot be rewritten, and is blocked.
func pluginCommand() scenario {
	return scenario{
		name:    "slash command",
		files:   map[string]string{".claude/commands/saluda.md": "Saluda a $ARGUMENTS, con DNI " + sample.DNI + ".\n"},
		planted: sample.PlantedDNI(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Say("Hola."), provider.Say("Hola otra vez.")}}
		},
		cut: true,
		drive: func(t *testing.T, b *box) {
			b.ask(t, "/saluda Ana")
			b.goOn(t, "/saluda al "+sample.Email)
		},
		guarded: func(t *testing.T, b *box) {
			wire.NoLeak(t, b.mock.Log, sample.PlantedRecord())
			wire.MustCarry(t, b.mock.Log, "Saluda a Ana, con DNI "+sample.TokenDNI)
			assert.Equal(t, 1, b.mock.Left(), "the second command asks the model for nothing")
			assert.Contains(t, b.replies[1], sample.TokenEmail)
			assert.NotContains(t, b.replies[1], sample.Email)
		},
	}
}
