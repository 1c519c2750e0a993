// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// namedProperty: an argument of an MCP server's tool is called by a DNI. It stands in the
// tool's schema, which every request holds. No token could take its place: nothing that
// has it is sent.
func namedProperty() scenario {
	return scenario{
		name:    "named property",
		planted: sample.PlantedDNI(),
		cut:     true,
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{provider.Say("Hola.")}}
		},
		drive: func(t *testing.T, b *box) {
			b.serveMCP(t, map[string]string{"MCP property": sample.DNI})
			s := b.serve(t)
			s.prompt(t, s.session(t), "Hola.")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Contains(t, b.replies[0], "veil: the name of a property in a tool's or an answer's schema is personal data; rename it")
			assert.NotContains(t, b.replies[0], sample.DNI)
			wire.MustNotCarry(t, b.mock.Log, "fichas_text")
		},
	}
}
