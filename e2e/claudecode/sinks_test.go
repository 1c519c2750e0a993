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

// sinks: what goes over the network keeps the token. A search for one is denied
// and says why: Claude Code quotes a command that the person's rules deny, and no
// hook can rewrite that.
func sinks() scenario {
	return scenario{
		name:    "sinks",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")}),
				provider.Use("Bash", map[string]any{"command": "grep -c '[DNI-001]' ficha.txt"}),
				provider.Use("Bash", map[string]any{"command": `curl -s -o /dev/null -d 'dni=[DNI-001]' "$ANTHROPIC_BASE_URL/collect"`}),
				provider.Say("Hecho."),
				provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Busca el DNI y envíalo.", "--disallowedTools", "Bash(grep:*)")
			b.goOn(t, "¿Está hecho?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "a token in /command cannot be turned back")
			assert.Equal(t, []string{"dni=[DNI-001]"}, collected(b.mock.Log))
			wire.MustNotCarry(t, b.mock.Log, "gets tokens such as")
		},
		twin: func(t *testing.T, b *box) {
			assert.Equal(t, []string{"dni=[DNI-001]"}, collected(b.mock.Log))
		},
	}
}

// collected are the bodies that a command of the agent sent to the server.
func collected(log *wire.Log) []string {
	var list []string
	for _, r := range log.Requests() {
		if r.URL == "/collect" {
			list = append(list, string(r.Body))
		}
	}
	return list
}
