// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginSinks: an edit of a file with three spellings of one DNI and a name with an
// accent, a search for a token, and a command that sends one away.
func pluginSinks() scenario {
	return scenario{
		name:    "sinks",
		files:   map[string]string{"notas.txt": sample.Spellings},
		planted: sample.PlantedSpellings(),
		script: func(work string) provider.Script {
			notes := filepath.Join(work, "notas.txt")
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": notes}),
				provider.Use("Edit", map[string]any{
					"file_path":  notes,
					"old_string": "a: [DNI-001]\nb: [DNI-001.2]\n",
					"new_string": "b: [DNI-001.2]\na: [DNI-001] de [NOMBRE-001]\n",
				}),
				provider.Use("Bash", map[string]any{"command": "grep -c '[DNI-001.3]' notas.txt && echo found"}),
				provider.Use("Bash", map[string]any{"command": `curl -s -o /dev/null -d 'dni=[DNI-001.2]' "$ANTHROPIC_BASE_URL/collect"`}),
				provider.Say("Hecho."),
				provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Ordena las notas.")
			b.goOn(t, "¿Está hecho?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "a: [DNI-001]", "b: [DNI-001.2]", "c: [DNI-001.3]", "1\nfound")
			wire.MustNotCarry(t, b.mock.Log, "[DNI-002]", "[NOMBRE-002]", "gets tokens such as")
			assert.Equal(t, sample.SpellingsEdited, b.ReadWork(t, "notas.txt"))
			assert.Equal(t, []string{"dni=[DNI-001.2]"}, collected(b.mock.Log))
		},
		twin: func(t *testing.T, b *box) {
			assert.Equal(t, sample.Spellings, b.ReadWork(t, "notas.txt"), "the model's tokens are not in the file")
		},
	}
}
