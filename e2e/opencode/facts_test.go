// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e"
	"github.com/veil-guard/veil/e2e/internal/golden"
	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
)

var update = flag.Bool("update", false, "write the goldens of plugin-opencode anew from what the real host sends")

// hookCall is what the recording plugin wrote down.
type hookCall struct {
	Hook   string         `json:"hook"`
	Input  map[string]any `json:"input"`
	Output map[string]any `json:"output"`
}

// TestHostFacts proves on the real host what the shim relies on: which hooks
// fire, in which session, and the shapes that were captured as goldens.
func TestHostFacts(t *testing.T) {
	host := hosts.Require(t, "opencode")
	pinned, err := e2e.PinnedHost("opencode")
	require.NoError(t, err)
	recorder, err := filepath.Abs(filepath.Join("testdata", "recorder.js"))
	require.NoError(t, err)

	b := newBox(t, host, scenario{script: captureScript, files: map[string]string{
		"clientes.txt": "Cliente de prueba\nIBAN ES91 2100 0418 4502 0005 1332\nCorreo ana.prueba@example.org\n",
		"edit.txt":     "alpha\nbeta\ngamma\n",
	}})
	log := filepath.Join(b.Root, "hooks.jsonl")
	b.Set(map[string]string{"VEIL_E2E_RECORD": log})
	b.plugins = []string{"file://" + filepath.ToSlash(recorder)}
	s := b.serve(t)
	session := s.session(t)
	s.prompt(t, session, "Mi DNI es 12345678Z, prepara una carta")
	requireScriptOver(t, b)

	content, err := os.ReadFile(log)
	require.NoError(t, err)
	done := map[string]bool{}
	for line := range bytes.Lines(content) {
		var call hookCall
		require.NoError(t, json.Unmarshal(line, &call))
		name, ok := goldenName(call, session)
		if !ok || done[name] {
			continue
		}
		done[name] = true
		path := filepath.Join("..", "..", "plugin-opencode", "testdata", pinned.Version, name+".json")
		if *update {
			b.WriteFile(t, path, normalise(t, b, line))
		}
		golden.Compare(t, path, line)
	}
	assert.GreaterOrEqual(t, len(done), 15)
}

// captureScript makes one call of each tool whose events are kept as goldens.
func captureScript(work string) provider.Script {
	file := func(name string) string { return filepath.Join(work, name) }
	read := provider.Use("read", map[string]any{"filePath": file("clientes.txt")})
	return provider.Script{
		Main: []provider.Turn{
			read,
			provider.Use("bash", map[string]any{"command": "cat clientes.txt", "description": "Show"}),
			provider.Use("write", map[string]any{"filePath": file("carta.txt"), "content": "DNI [DNI-001]\nIBAN [IBAN-001]\n"}),
			provider.Use("edit", map[string]any{
				"filePath": file("edit.txt"), "oldString": "beta", "newString": "BETA [DNI-001]"}),
			provider.Use("task", map[string]any{
				"description": "Read the file", "prompt": "SUBTASK read the file", "subagent_type": "general"}),
			provider.Say("Hecho para [DNI-001]."),
		},
		Sub:     []provider.Turn{read, provider.Say("El fichero tiene un IBAN.")},
		SubMark: "SUBTASK",
	}
}

// goldenName is the name of the call's golden; not ok for calls that have
// none: the history, which differs with every script, and the system prompt,
// which is one string.
func goldenName(call hookCall, session string) (name string, ok bool) {
	name = call.Hook
	if strings.HasSuffix(name, ".transform") {
		return "", false
	}
	if tool, isTool := call.Input["tool"].(string); isTool {
		name += "-" + tool
	}
	if name != "experimental.text.complete" && call.Input["sessionID"] != session {
		name += "-subagent"
	}
	return name, true
}

// normalise takes out what differs from run to run and from machine to machine.
func normalise(t *testing.T, b *box, line []byte) string {
	t.Helper()
	var indented bytes.Buffer
	require.NoError(t, json.Indent(&indented, bytes.TrimSpace(line), "", " "))
	text := strings.ReplaceAll(indented.String(), b.Work, "/work/project")
	text = regexp.MustCompile(`\b(ses|msg|prt)_\w{20,}`).ReplaceAllString(text, "${1}_00000000000000000000000000")
	text = regexp.MustCompile(`\bcall_\w+`).ReplaceAllString(text, "call_000")
	return regexp.MustCompile(`\b1[789]\d{11}\b`).ReplaceAllString(text, "1795996800000") + "\n"
}
