// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// conversation: a prompt with a DNI, a read of a file with the rest, a write of
// a file with tokens in it, and a second prompt with the same DNI, with which
// the whole history is sent again.
func conversation() scenario {
	return scenario{
		name:    "conversation",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("read", map[string]any{"filePath": filepath.Join(work, "ficha.txt")}),
				provider.Use("write", map[string]any{"filePath": filepath.Join(work, "carta.txt"), "content": sample.Letter}),
				provider.Use("bash", map[string]any{"command": "cat carta.txt", "description": "Lee la carta"}),
				provider.Say("Hecho para " + sample.TokenDNI + "."),
				provider.Say("Sigue siendo " + sample.TokenDNI + "."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			s := b.serve(t)
			session := s.session(t)
			s.prompt(t, session, "Mi DNI es "+sample.DNI+". Prepara una carta con los datos de ficha.txt.")
			s.prompt(t, session, "¿Cuál era el "+sample.DNI+"?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, sample.TokenDNI, sample.TokenIBAN, sample.TokenEmail, sample.TokenClient)
			wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI, "¿Cuál era el "+sample.TokenDNI)
			wire.MustNotCarry(t, b.mock.Log, "[DNI-002]", "[IBAN-002]", "[LITERAL-001]")
			assert.Equal(t, sample.LetterOnDisk, b.ReadWork(t, "carta.txt"))
			inProject, err := wire.FilesWith(b.Work, sample.DNI)
			require.NoError(t, err)
			assert.Equal(t, []string{"carta.txt", "ficha.txt"}, inProject)
			elsewhere, err := wire.FilesWith(b.Root, sample.DNI)
			require.NoError(t, err)
			t.Logf("local files that hold the DNI: %v", elsewhere)
			assert.Equal(t, sample.Record, b.ReadWork(t, "ficha.txt"))
		},
		twin: func(t *testing.T, b *box) {
			assert.Equal(t, sample.Letter, b.ReadWork(t, "carta.txt"))
		},
	}
}
