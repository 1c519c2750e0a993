// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// hooksMCPPrompt: no event holds the text of an MCP server's prompt, so it is not fetched.
func hooksMCPPrompt() scenario {
	return scenario{
		name:    "MCP prompt",
		planted: sample.PlantedRecord(),
		script:  script(provider.Say("Vale.")),
		cut:     true,
		drive: func(t *testing.T, b *box) {
			b.ask(t, "/mcp__crm__ask", "--mcp-config", mcpConfig(t))
		},
		guarded: func(t *testing.T, b *box) {
			assert.Contains(t, b.replies[0], "the text of an MCP server's prompt would be sent as it is")
			wire.MustBeSilent(t, b.mock.Log)
		},
	}
}
