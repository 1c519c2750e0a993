// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
)

// TestServerAddress: which address OpenCode names to a plugin as its own. The fetch guard
// lets be what goes there. Where OpenCode listens nowhere it names one that may be another
// program's, a model's gateway: the plugin knows that one.
func TestServerAddress(t *testing.T) {
	host := hosts.Require(t, "opencode")
	b := newBox(t, host, scenario{script: func(string) provider.Script {
		return provider.Script{Main: []provider.Turn{provider.Say("Hola."), provider.Say("Hola.")}}
	}})
	plugin, said := filepath.Join(b.Root, "address.js"), filepath.Join(b.Work, "address.txt")
	b.WriteFile(t, plugin, `import { writeFileSync } from "node:fs";
export default { id: "address", server: async ({ serverUrl }) => (writeFileSync("`+said+`", serverUrl.href), {}) };
`)
	b.plugins = []string{"file://" + plugin}
	b.run(t, "Hola.")
	require.Equal(t, "http://localhost:4096/", b.ReadWork(t, "address.txt"))
	s := b.serve(t)
	s.prompt(t, s.session(t), "Hola.")
	require.Equal(t, s.base+"/", b.ReadWork(t, "address.txt"))
}
