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

// hooksRefused: the host quotes a call that it refuses or that fails its checks. Tokens
// in it are not turned back, so it quotes tokens, and the conversation goes on.
func hooksRefused() scenario {
	return scenario{
		name:    "refused calls",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			path := filepath.Join(work, "ficha.txt")
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": path}),
				bash("touch " + sample.TokenDNI + ".txt"),
				provider.Use("Write", map[string]any{"file_path": filepath.Join(work, sample.TokenDNI+".txt"), "content": "a"}),
				provider.Use("Edit", map[string]any{"file_path": path, "old_string": "DNI: " + sample.TokenDNI, "new_string": "x"}),
				provider.Say("No puedo."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Crea el fichero.", "--permission-mode", "default")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "String to replace not found in file")
			assert.Contains(t, b.replies[1], "Sí.")
		},
	}
}
