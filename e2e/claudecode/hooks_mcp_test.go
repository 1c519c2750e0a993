// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hooksMCP: the results of an MCP server's tools, as text and structured.
func hooksMCP() scenario {
	return scenario{
		name:    "MCP",
		planted: sample.PlantedRecord(),
		script: script(
			provider.Use("mcp__crm__text", map[string]any{"text": "uno"}), provider.Use("mcp__crm__structured", map[string]any{"text": "dos"}),
			provider.Say("Hecho."), provider.Say("Sí.")),
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Consulta el CRM.", "--mcp-config", mcpConfig(t))
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "text uno: Cliente: "+sample.TokenClient, `"record"`, sample.TokenIBAN)
		},
	}
}

// hooksMCPError: an error of an MCP server's tool cannot be rewritten. The turn is
// stopped, and the session with it.
func hooksMCPError() scenario {
	return scenario{
		name:    "MCP error",
		planted: sample.PlantedRecord(),
		script:  script(provider.Use("mcp__crm__fail", map[string]any{"text": "uno"}), provider.Say("Hecho."), provider.Say("Sí.")),
		cut:     true,
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Consulta el CRM.", "--mcp-config", mcpConfig(t))
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Equal(t, 2, b.mock.Left())
			assert.Contains(t, b.replies[1], "this session is stopped")
		},
	}
}
