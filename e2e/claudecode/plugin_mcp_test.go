// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// mcpEnv has the test binary, started by the host, play an MCP server.
const mcpEnv = "VEIL_E2E_MCP"

// pluginMCP: a tool of an MCP server gives values as text, as structured content and
// as an error, and gets tokens.
func pluginMCP() scenario {
	call := func(tool string) provider.Turn {
		return provider.Use("mcp__crm__"+tool, map[string]any{"text": "de " + sample.TokenDNI})
	}
	return scenario{
		name:    "MCP",
		planted: sample.PlantedRecord(),
		script: func(string) provider.Script {
			return provider.Script{Main: []provider.Turn{
				call("text"), call("structured"), call("fail"), provider.Say("Hecho."), provider.Say("Sí."),
			}}
		},
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Consulta el CRM.", "--mcp-config", mcpConfig(t))
			b.goOn(t, "¿Y bien?")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "text de "+sample.TokenDNI+": Cliente: "+sample.TokenClient, "fail de ")
			wire.MustCarry(t, b.mock.Log, `"record"`, sample.TokenIBAN)
		},
	}
}

// mcpConfig has the host start the test binary as an MCP server.
func mcpConfig(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	server := map[string]any{"command": self, "env": map[string]string{mcpEnv: "1"}}
	config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"crm": server}})
	require.NoError(t, err)
	return string(config)
}

// playMCP serves one tool a way of answering, each with the record in its answer.
func playMCP(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var request struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name      string
				Arguments struct{ Text string }
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			return err
		}
		if request.ID == nil {
			continue
		}
		result := map[string]any{}
		switch request.Method {
		case "initialize":
			result = map[string]any{
				"protocolVersion": "2025-06-18", "capabilities": map[string]any{"tools": map[string]any{}, "prompts": map[string]any{}},
				"serverInfo": map[string]any{"name": "crm", "version": "1"},
			}
		case "prompts/list":
			result["prompts"] = []any{map[string]any{"name": "ask", "description": "ask"}}
		case "prompts/get":
			text := map[string]any{"type": "text", "text": sample.Record}
			result["messages"] = []any{map[string]any{"role": "user", "content": text}}
		case "tools/list":
			var tools []any
			for _, name := range []string{"text", "structured", "fail", "picture"} {
				schema := map[string]any{"type": "object", "properties": map[string]any{"text": map[string]any{"type": "string"}}}
				tools = append(tools, map[string]any{"name": name, "description": name, "inputSchema": schema})
			}
			result["tools"] = tools
		case "tools/call":
			text := request.Params.Name + " " + request.Params.Arguments.Text + ": " + sample.Record
			result["content"] = []any{map[string]any{"type": "text", "text": text}}
			result["isError"] = request.Params.Name == "fail"
			if request.Params.Name == "picture" {
				picture := map[string]any{"type": "image", "mimeType": "image/png", "data": sample.Picture(markDrawn)}
				result["content"] = []any{picture, map[string]any{"type": "text", "text": text}}
			}
			if request.Params.Name == "structured" {
				result["structuredContent"] = map[string]any{"record": sample.Record}
			}
		}
		answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": request.ID, "result": result})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s\n", answer); err != nil {
			return err
		}
	}
	return lines.Err()
}
