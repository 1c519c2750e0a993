// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hooksMention: the host sends what a prompt names with @, and no hook sees it. veil
// reads the file first, in every way in which it can be named.
func hooksMention() scenario {
	mentions := []string{"@ficha.txt", `@"mi ficha.txt"`, "@ficha.txt#L1-2", "@enlace.txt", "@carpeta", "@~/ficha.txt", "@imagen.png", "@.env"}
	turns := make([]provider.Turn, len(mentions)+2)
	for i := range turns {
		turns[i] = provider.Say("Vale.")
	}
	return scenario{
		name: "mention",
		files: map[string]string{
			"ficha.txt": sample.Record, "mi ficha.txt": sample.Record, "carpeta/" + sample.DNI + ".txt": "", "imagen.png": "\x89PNG\x00\x00",
			".env": sample.DotEnv, "limpio.txt": "Nada que ocultar\n",
		},
		planted: sample.PlantedRecord(),
		script:  script(turns...),
		cut:     true,
		drive: func(t *testing.T, b *box) {
			require.NoError(t, os.Symlink("ficha.txt", filepath.Join(b.Work, "enlace.txt")))
			b.WriteFile(t, filepath.Join(b.Home, "ficha.txt"), sample.Record)
			for _, m := range mentions {
				b.ask(t, "Mira "+m+" y resume.")
			}
			b.ask(t, "Mira @limpio.txt, @nada.txt y @param.")
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			for i := range mentions {
				assert.Contains(t, b.replies[i], "operation blocked by hook", mentions[i])
			}
			wire.MustCarry(t, b.mock.Log, "Nada que ocultar")
			assert.Equal(t, len(mentions), b.mock.Left(), "a blocked prompt asks the model for nothing")
		},
	}
}
