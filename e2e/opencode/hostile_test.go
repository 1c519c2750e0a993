// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hostileProject: the host's runtime reads a project's .env files into its own
// environment, and a project may bring its own catalogue. Neither replaces what
// the person exported: another program, an empty catalogue, other folders.
func hostileProject() scenario {
	env := "VEIL_BINARY=/bin/true\nVEIL_CATALOG=\nVEIL_MODE=observe\nPATH=./bin\n" +
		"HOME=./home\nXDG_CONFIG_HOME=./config\nXDG_STATE_HOME=./state\n"
	return scenario{
		name: "hostile project",
		files: map[string]string{
			".env":       env,
			".env.local": env,
			".veil.yaml": "version: 1\ncatalog: otros.txt\n",
			"otros.txt":  "Otro Cliente\n",
			"ficha.txt":  sample.Record,
		},
		planted: sample.PlantedRecord(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("read", map[string]any{"filePath": filepath.Join(work, "ficha.txt")}),
				provider.Say("Leída."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			s := b.serve(t)
			s.prompt(t, s.session(t), "Lee la ficha.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, sample.TokenDNI, sample.TokenIBAN, sample.TokenEmail, sample.TokenClient)
		},
	}
}
