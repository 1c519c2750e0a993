// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginCompact: after /compact the host reads again the files that were touched, and
// attaches them. They hold real values.
func pluginCompact() scenario {
	return scenario{
		name:    "compact",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")}),
				provider.Use("Write", map[string]any{"file_path": filepath.Join(work, "carta.txt"), "content": sample.Letter}),
				provider.Say("Escrita."),
				provider.Say("<summary>Una carta para " + sample.TokenDNI + ".</summary>"),
				provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Escribe la carta.")
			b.goOn(t, "/compact")
			b.goOn(t, "¿Está escrita?")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Equal(t, sample.LetterOnDisk, b.ReadWork(t, "carta.txt"))
			wire.MustCarry(t, b.mock.Log, "Una carta para "+sample.TokenDNI)
			requireLastCarries(t, b, "DNI: "+sample.TokenDNI)
		},
	}
}

// requireLastCarries demands a text in the last request of the conversation.
func requireLastCarries(t *testing.T, b *box, text string) {
	t.Helper()
	requests := b.mock.Log.Requests()
	require.Contains(t, string(requests[len(requests)-1].Body), text)
}
