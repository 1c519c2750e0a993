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

// missingAtPrompt: veil is configured but its program is gone. With
// `onFailure: block` the host stops the prompt itself.
func missingAtPrompt() scenario {
	return scenario{
		name:    "veil missing, prompt",
		planted: sample.PlantedDNI(),
		guard:   guard{missing: true},
		cut:     true,
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Say("Hola.")}}
		},
		drive: func(t *testing.T, b *box) { b.ask(t, "Mi DNI es "+sample.DNI+".") },
		guarded: func(t *testing.T, b *box) {
			wire.MustBeSilent(t, b.mock.Log)
			assert.Contains(t, b.replies[0], "blocked")
		},
	}
}

// missingAtTool: the same, seen from the tools: no call runs.
func missingAtTool() scenario {
	return scenario{
		name:    "veil missing, tool",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		guard:   guard{missing: true, events: []string{"PreToolUse", "PostToolUse"}},
		script: func(work string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				provider.Use("Read", map[string]any{"file_path": filepath.Join(work, "ficha.txt")}),
				provider.Use("Bash", map[string]any{"command": "cat ficha.txt", "description": "Lee"}),
				provider.Say("No puedo leerla."),
				provider.Say("Sigo sin poder."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Lee la ficha.")
			b.goOn(t, "¿Y ahora?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "PreToolUse:Read", "PreToolUse:Bash")
		},
	}
}
