// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// pluginPrompt: the mod rewrites a prompt, so that its value is nowhere on disk but
// in veil's own store. Under -p the printed answer keeps tokens.
func pluginPrompt() scenario {
	return scenario{
		name:    "prompt",
		planted: sample.PlantedDNI(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Say("Anotado " + sample.TokenDNI + "."), provider.Say("Sí.")}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Mi DNI es "+sample.DNI+". Prepara una carta.")
			b.goOn(t, "¿Lo tienes?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI+". Prepara una carta.")
			assert.Contains(t, b.replies[0], "Anotado "+sample.TokenDNI+".")
			requireOnlyInStore(t, b, sample.DNI)
		},
	}
}

// requireOnlyInStore demands that no file of the box but veil's store holds a value.
// The program itself shows sample values in its demonstration.
func requireOnlyInStore(t *testing.T, b *box, value string) {
	t.Helper()
	found, err := wire.FilesWith(b.Root, value)
	require.NoError(t, err)
	for _, file := range found {
		if filepath.Join(b.Root, file) == programIn(b.pluginDir()) {
			continue
		}
		require.True(t, strings.HasPrefix(file, filepath.Join("state", "veil")+string(filepath.Separator)), file)
	}
}
