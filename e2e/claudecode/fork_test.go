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

// pluginFork: a fork of the session begins with a prompt that holds another DNI. It has
// the old conversation, but a new id and no transcript yet. The old token must not come to
// stand for the new person.
func pluginFork() scenario {
	return scenario{
		name:    "fork",
		planted: sample.PlantedDNIs(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Say("Anotado."),
				provider.Use("Write", map[string]any{"file_path": filepath.Join(work, "primero.txt"), "content": "El primero es " + sample.TokenDNI + "\n"}),
				provider.Say("Hecho."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Mi DNI es "+sample.DNI+".")
			b.ask(t, "El segundo es "+sample.OtherDNI+". Escribe el primero en primero.txt.", "--continue", "--fork-session")
		},
		guarded: forkWasRefused,
		twin:    forkWasWritten,
	}
}

// hooksFork: the same with hooks alone, where values come by a tool.
func hooksFork() scenario {
	return scenario{
		name:    "fork",
		files:   map[string]string{"uno.txt": "DNI " + sample.DNI + "\n", "dos.txt": "DNI " + sample.OtherDNI + "\n"},
		planted: sample.PlantedDNIs(),
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "uno.txt")}),
				provider.Say("Leído."),
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "dos.txt")}),
				provider.Use("Write", map[string]any{"file_path": filepath.Join(work, "primero.txt"), "content": "El primero es " + sample.TokenDNI + "\n"}),
				provider.Say("Hecho."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Lee uno.txt.")
			b.ask(t, "Lee dos.txt y escribe el primero en primero.txt.", "--continue", "--fork-session")
		},
		guarded: forkWasRefused,
		twin:    forkWasWritten,
	}
}

func forkWasRefused(t *testing.T, b *box) {
	wire.MustCarry(t, b.mock.Log, sample.TokenDNI, "[DNI-002]", "[DNI-001] stands for no value of this session")
	assert.NoFileExists(t, filepath.Join(b.Work, "primero.txt"))
}

func forkWasWritten(t *testing.T, b *box) {
	assert.Equal(t, "El primero es "+sample.TokenDNI+"\n", b.ReadWork(t, "primero.txt"))
}
