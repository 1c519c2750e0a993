// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// fork: a fork of the session begins with a prompt that holds another DNI. It has the old
// conversation under a new id. The old token must not come to stand for the new person.
func fork() scenario {
	return scenario{
		name:    "fork",
		planted: sample.PlantedDNIs(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Say("Anotado."),
				provider.Use("write", map[string]any{"filePath": filepath.Join(work, "primero.txt"), "content": "El primero es " + sample.TokenDNI + "\n"}),
				provider.Say("Hecho."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.run(t, "Mi DNI es "+sample.DNI+".")
			b.run(t, "El segundo es "+sample.OtherDNI+". Escribe el primero en primero.txt.", "--continue", "--fork")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, sample.TokenDNI, "[DNI-002]", "[DNI-001] stands for no value of this session")
			assert.NoFileExists(t, filepath.Join(b.Work, "primero.txt"))
		},
		twin: func(t *testing.T, b *box) {
			assert.Equal(t, "El primero es "+sample.TokenDNI+"\n", b.ReadWork(t, "primero.txt"))
		},
	}
}
