// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hooksCommand: no event holds the text of a slash command, so veil reads its file. One
// with values is not expanded, nor one that names a file with some; a clean one is.
func hooksCommand() scenario {
	return scenario{
		name: "slash command",
		files: map[string]string{
			".claude/commands/ficha.md":      "---\ndescription: ficha\n---\nLa ficha es: " + sample.Record,
			".claude/commands/mira.md":       "Mira @ficha.txt\n",
			".claude/skills/aviso/SKILL.md":  "---\nname: aviso\ndescription: avisa\n---\nAvisa a " + sample.Email + "\n",
			".claude/commands/sub/saluda.md": "Saluda a $ARGUMENTS.\n",
			"ficha.txt":                      sample.Record,
		},
		planted: sample.PlantedRecord(),
		script:  script(provider.Say("Uno."), provider.Say("Dos."), provider.Say("Tres."), provider.Say("Cuatro."), provider.Say("Cinco.")),
		cut:     true,
		drive: func(t *testing.T, b *box) {
			b.ask(t, "/ficha")
			b.ask(t, "/mira")
			b.ask(t, "/aviso ya")
			b.ask(t, "/sub:saluda Ana")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Contains(t, b.replies[0], "the text of /ficha would be sent as it is: it holds personal data")
			assert.Contains(t, b.replies[1], "@ficha.txt would be sent as it is: it holds personal data")
			assert.Contains(t, b.replies[2], "the text of /aviso would be sent as it is")
			wire.MustCarry(t, b.mock.Log, "Saluda a Ana.")
			assert.Equal(t, 3, b.mock.Left(), "three commands ask the model for nothing")
		},
	}
}
