// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/veil"
)

// limit bounds one answer of the host: 0.2 s on a quiet machine, many seconds
// on a busy one.
const limit = 2 * time.Minute

// box is one OpenCode with its home, project and provider.
type box struct {
	*hosts.Sandbox
	host    string
	mock    *provider.Server
	plugins []string
	config  map[string]any // further members of OpenCode's configuration
	setUp   string         // the veil that installs itself once the configuration is there
	reads   []string       // the modalities of the model's input
	replies []string       // what the host answered, in order
	shown   toasts
}

func newBox(t *testing.T, host string, s scenario) *box {
	t.Helper()
	sandbox := hosts.NewSandbox(t, s.files)
	b := &box{Sandbox: sandbox, host: host, mock: provider.OpenAI(t, s.script(sandbox.Work)), reads: []string{"text"}}
	if s.modalities != nil {
		b.reads = s.modalities
	}
	b.Set(map[string]string{
		"OPENCODE_CONFIG":                  filepath.Join(b.Root, "opencode.json"),
		"OPENCODE_DISABLE_AUTOUPDATE":      "1",
		"OPENCODE_DISABLE_MODELS_FETCH":    "1",
		"OPENCODE_DISABLE_LSP_DOWNLOAD":    "1",
		"OPENCODE_DISABLE_SHARE":           "1",
		"OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
		"OPENCODE_DISABLE_EXTERNAL_SKILLS": "1",
	})
	b.seedConfigFolder(t, filepath.Join(b.Getenv("XDG_CONFIG_HOME"), "opencode"))
	return b
}

// guard puts veil into the box.
func (b *box) guard(t *testing.T, program string, brokenCatalog bool) {
	t.Helper()
	catalog := filepath.Join(b.Root, "clientes.txt")
	if brokenCatalog {
		// A folder cannot be read as a file, not even by root.
		catalog = b.Root
	} else {
		b.WriteFile(t, catalog, sample.Catalog)
	}
	b.plugins = []string{"file://" + filepath.ToSlash(veil.Shim(t))}
	b.Set(map[string]string{"VEIL_BINARY": program, "VEIL_CATALOG": catalog})
}

// seedConfigFolder makes OpenCode believe that it has installed its plugin
// package there: else it runs npm and waits for it.
func (b *box) seedConfigFolder(t *testing.T, dir string) {
	t.Helper()
	dependencies := map[string]any{"dependencies": map[string]any{"@opencode-ai/plugin": "*"}}
	b.writeJSON(t, filepath.Join(dir, "package.json"), dependencies)
	b.writeJSON(t, filepath.Join(dir, "package-lock.json"),
		map[string]any{"name": "seed", "lockfileVersion": 3, "packages": map[string]any{"": dependencies}})
	b.WriteFile(t, filepath.Join(dir, "node_modules", ".keep"), "")
}

// writeConfig writes OpenCode's configuration. Permissions are all given, so
// that what stops a call is veil and nothing else.
func (b *box) writeConfig(t *testing.T) {
	t.Helper()
	model := map[string]any{
		"name": "Mock", "tool_call": true, "attachment": true,
		"limit":      map[string]any{"context": 200000, "output": 8000},
		"modalities": map[string]any{"input": b.reads, "output": []string{"text"}},
	}
	config := map[string]any{
		"autoupdate": false, "share": "disabled", "snapshot": false,
		"enabled_providers": []string{"mock"}, "model": "mock/mock", "small_model": "mock/mock",
		"permission": map[string]any{"*": "allow"}, "plugin": append([]string{}, b.plugins...),
		"provider": map[string]any{"mock": map[string]any{
			"npm": "@ai-sdk/openai-compatible", "name": "Mock",
			"options": map[string]any{"baseURL": b.mock.URL, "apiKey": "none"},
			"models":  map[string]any{"mock": model, "gpt-5-mock": model},
		}},
	}
	maps.Copy(config, b.config)
	b.writeJSON(t, b.Getenv("OPENCODE_CONFIG"), config)
	// The second session loop reads no other place.
	b.writeJSON(t, filepath.Join(b.Getenv("XDG_CONFIG_HOME"), "opencode", "opencode.json"), config)
	if b.setUp != "" {
		require.Contains(t, b.veil(t, b.setUp, "install", "opencode"), "opencode.json names it")
	}
}

func (b *box) writeJSON(t *testing.T, path string, v any) {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	b.WriteFile(t, path, string(text))
}

// requireScriptOver fails unless the model's whole part was played: a story
// that stopped early proves nothing about what comes after.
func requireScriptOver(t *testing.T, b *box) {
	t.Helper()
	require.Zero(t, b.mock.Left(), "scripted turns left after %d requests", len(b.mock.Log.Requests()))
}

// veil runs veil as the person would, and returns what it says, whatever its exit code.
func (b *box) veil(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	said, err := cmd.CombinedOutput()
	if _, exited := errors.AsType[*exec.ExitError](err); !exited {
		require.NoError(t, err)
	}
	return string(said)
}
