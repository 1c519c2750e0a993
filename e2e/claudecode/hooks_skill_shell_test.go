// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hooksSkillShell: the output of a shell command in a command's text is in no event that
// could rewrite it, so the shell command does not run.
func hooksSkillShell() scenario {
	return scenario{
		name: "shell command in a skill",
		files: map[string]string{
			".claude/commands/corre.md": "---\nallowed-tools: Bash(cat:*)\n---\nLa ficha: !`cat ficha.txt`\n",
			"ficha.txt":                 sample.Record,
		},
		planted: sample.PlantedRecord(),
		script:  script(provider.Say("Vale."), provider.Say("Vale.")),
		cut:     true,
		drive: func(t *testing.T, b *box) {
			b.ask(t, "/corre")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "the output of a shell command in a skill would be sent as it is")
		},
	}
}
