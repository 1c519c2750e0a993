// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestClaudeCodeScreen: on the interactive screen the person reads and writes values,
// and the model tokens.
func TestClaudeCodeScreen(t *testing.T) {
	s := scenario{
		files: map[string]string{"ficha.txt": sample.Record},
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				{Text: "Busco " + sample.TokenDNI + ".", Calls: []provider.Call{{Tool: "Bash", Input: map[string]any{"command": "cat ficha.txt; exit 3"}}}},
				provider.Say("Es de " + sample.TokenEmail + ", y ya."),
			}}
		},
	}
	host, program := realHost(t)
	b := newBox(t, host, s)
	b.install(t, program, guard{plugin: &plugin{}})
	screen := openScreen(t, b)
	screen.await(t, "❯")
	screen.enter(t, "Mi DNI es "+sample.DNI+".")
	shown := screen.await(t, "Es de "+sample.Email+", y ya.")
	assert.Contains(t, shown, "MiDNIes"+sample.DNI+".")
	assert.Contains(t, shown, "Busco"+sample.DNI+".")
	assert.NotContains(t, shown, sample.TokenDNI)
	wire.NoLeak(t, b.mock.Log, sample.PlantedRecord())
	wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI+".", "Busco "+sample.TokenDNI+".")
	requireScriptOver(t, b)
}
