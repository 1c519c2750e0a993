// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
)

// hooksCompact: after a compaction the host sends again, as it is, what files hold that
// were touched. A session with values is not compacted.
func hooksCompact() scenario {
	return scenario{
		name:    "compaction",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")}),
				provider.Say("Leída."), provider.Say("Resumen."), provider.Say("Sí."), provider.Say("Sí."),
			}}
		},
		cut: true,
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Lee la ficha.")
			b.goOn(t, "/compact")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Contains(t, b.replies[1], "after a compaction Claude Code sends files again that no hook sees")
			assert.Contains(t, b.replies[2], "Resumen.", "the next turn of the script")
		},
	}
}
