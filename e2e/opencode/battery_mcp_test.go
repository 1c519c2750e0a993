// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// mcpSurfaces are what an MCP server gives: testdata/mcp.mjs.
func mcpSurfaces() []surface {
	mcp := func(tool string) func(*testing.T, *server, string) {
		return use("mock", "fichas_"+tool, args{"q": "x"})
	}
	return []surface{
		{name: "MCP text", drive: mcp("text")},
		{name: "MCP embedded resource", drive: mcp("embedded")},
		{name: "MCP structured result", drive: mcp("structured")},
		{name: "MCP result that is an error", drive: mcp("fail")},
		{name: "MCP protocol error", drive: mcp("rpcfail")},
		{name: "MCP long result", drive: mcp("long")},
		{name: "MCP argument", drive: use("mock", "fichas_text", args{"q": "VALUE"})},
		{name: "MCP resource", drive: use("mock", "read_mcp_resource", args{"server": "fichas", "uri": "fichas://una"})},
		{name: "MCP instructions"},
		{name: "MCP description", beyond: true},
		{name: "MCP schema", beyond: true},
	}
}

// addMCP gives the host the server, which has the values from its environment.
func (b *box) addMCP(t *testing.T, list []valued) {
	t.Helper()
	values := map[string]string{}
	for _, s := range mcpSurfaces() {
		values[s.name] = valueOf(t, list, s.name)
	}
	b.serveMCP(t, values)
}

// serveMCP gives the host the server with these values, by what they are.
func (b *box) serveMCP(t *testing.T, values map[string]string) {
	t.Helper()
	node, err := exec.LookPath("node")
	require.NoError(t, err)
	script, err := filepath.Abs(filepath.Join("testdata", "mcp.mjs"))
	require.NoError(t, err)
	text, err := json.Marshal(values)
	require.NoError(t, err)
	b.config = map[string]any{"mcp": map[string]any{"fichas": map[string]any{
		"type": "local", "enabled": true, "command": []string{node, script},
		"environment": map[string]string{"VALUES": string(text)},
	}}}
}
