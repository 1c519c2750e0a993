// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// deniedPath: the model reads a file of secrets, by the read tool and by the
// shell. Neither call runs, and the model is told why.
func deniedPath() scenario {
	return scenario{
		name:    "denied path",
		files:   map[string]string{".env": sample.DotEnv},
		planted: sample.PlantedSecret(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("read", map[string]any{"filePath": filepath.Join(work, ".env")}),
				provider.Use("bash", map[string]any{"command": "cat .env", "description": "Lee"}),
				provider.Say("No puedo leerlo."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			s := b.serve(t)
			s.prompt(t, s.session(t), "Lee la configuración.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "veil")
		},
	}
}
