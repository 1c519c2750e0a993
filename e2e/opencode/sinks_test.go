// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// sinks: an edit of a file with three spellings of one DNI, a search for a token,
// and a command that sends one away.
func sinks() scenario {
	return scenario{
		name:    "sinks",
		files:   map[string]string{"notas.txt": sample.Spellings},
		planted: sample.PlantedSpellings(),
		script: func(work string) provider.Script {
			notes := filepath.Join(work, "notas.txt")
			return provider.Script{Main: []provider.Turn{
				provider.Use("read", map[string]any{"filePath": notes}),
				provider.Use("edit", map[string]any{
					"filePath":  notes,
					"oldString": "a: [DNI-001]\nb: [DNI-001.2]\n",
					"newString": "b: [DNI-001.2]\na: [DNI-001] de [NOMBRE-001]\n",
				}),
				provider.Use("bash", map[string]any{"command": "grep -c '[DNI-001.3]' notas.txt && echo found", "description": "Busca"}),
				provider.Use("bash", map[string]any{"command": "grep '[NOMBRE-001]' notas.txt no-such-file", "description": "Busca"}),
				provider.Use("bash", map[string]any{"command": `curl -s -o /dev/null -d 'dni=[DNI-001.2]' "$VEIL_TEST_URL/collect"`, "description": "Envía"}),
				provider.Use("bash", map[string]any{"command": `curl -s -o /dev/null -d 'dni=[DNI-001.3]' "$VEIL_TEST_URL/collect"`, "description": "Envía"}),
				provider.Say("Hecho."),
				provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.Set(map[string]string{"VEIL_TEST_URL": b.mock.URL})
			s := b.serve(t)
			s.watch(t)
			session := s.session(t)
			s.prompt(t, session, "Ordena las notas.")
			s.prompt(t, session, "¿Está hecho?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "a: [DNI-001]", "b: [DNI-001.2]", "c: [DNI-001.3]", "1\nfound", "no-such-file")
			wire.MustNotCarry(t, b.mock.Log, "[DNI-002]", "[NOMBRE-002]")
			assert.Equal(t, sample.SpellingsEdited, b.ReadWork(t, "notas.txt"))
			assert.Equal(t, []string{"dni=[DNI-001.2]", "dni=[DNI-001.3]"}, collected(b.mock.Log))
			wire.MustNotCarry(t, b.mock.Log, "gets tokens such as")
			require.Eventually(t, func() bool { return len(b.shown.with("curl gets tokens such as [DNI-001.2], not the values")) > 0 }, limit, 20*time.Millisecond)
			assert.Len(t, b.shown.with("gets tokens such as"), 1, "it is said once")
		},
		twin: func(t *testing.T, b *box) {
			assert.Equal(t, sample.Spellings, b.ReadWork(t, "notas.txt"), "the model's tokens are not in the file")
		},
	}
}

// collected are the bodies that a command of the agent sent to the server.
func collected(log *wire.Log) []string {
	var list []string
	for _, r := range log.Requests() {
		if strings.HasSuffix(r.URL, "/collect") {
			list = append(list, string(r.Body))
		}
	}
	return list
}
