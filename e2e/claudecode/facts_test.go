// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e"
	"github.com/veil-guard/veil/e2e/internal/provider"
)

// TestHostFacts proves on the real host what veil's adapter relies on: where
// the host's version can be read, which environment variables a project cannot
// forge, and the shapes of the events that were captured as goldens.
func TestHostFacts(t *testing.T) {
	host, _ := realHost(t)
	pinned, err := e2e.PinnedHost("claude-code")
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)

	// The project's own settings try to forge the environment of hooks.
	forged := `{"env":{"CLAUDE_CODE_ENTRYPOINT":"cli","CLAUDE_CODE_SESSION_ATTENDED":"1","AI_AGENT":"forged"}}`
	b := newBox(t, host, scenario{script: captureScript, files: map[string]string{
		"clientes.txt": captureFile, ".claude/settings.json": forged,
	}})
	log := filepath.Join(b.Root, "hooks.jsonl")
	b.Set(map[string]string{recorderEnv: log})
	b.install(t, self, guard{})
	b.ask(t, "Mi DNI es 12345678Z, prepara una carta")
	requireScriptOver(t, b)
	seen := readRecords(t, log)

	t.Run("version", func(t *testing.T) {
		prompt, display := first(t, seen, "UserPromptSubmit"), first(t, seen, "MessageDisplay")
		assert.False(t, prompt.Transcript, "the first prompt comes before the transcript")
		// Rows reach the file late: on a busy machine, and always in the
		// interactive screen, the first tool call comes before any with a version.
		require.NotEmpty(t, display.Versions, "the turn's end comes after the transcript's first rows")
		assert.Equal(t, pinned.Version, display.Versions[len(display.Versions)-1])
	})
	t.Run("environment", func(t *testing.T) {
		for _, r := range seen {
			assert.Equal(t, "sdk-cli", r.Env["CLAUDE_CODE_ENTRYPOINT"], "claude -p, and not to be forged")
			assert.Equal(t, "0", r.Env["CLAUDE_CODE_SESSION_ATTENDED"], "claude -p, and not to be forged")
			assert.Equal(t, "forged", r.Env["AI_AGENT"], "a project can forge it: not to be relied on")
			assert.NotEmpty(t, r.Env["CLAUDE_PID"])
		}
	})
	t.Run("goldens", func(t *testing.T) { compareGoldens(t, b, pinned.Version, seen) })
}

const captureFile = "Cliente de prueba\nIBAN ES91 2100 0418 4502 0005 1332\nCorreo ana.prueba@example.org\n"

// captureScript makes one call of each tool whose events are kept as goldens.
func captureScript(work string) provider.Script {
	source, letter := filepath.Join(work, "clientes.txt"), filepath.Join(work, "carta.txt")
	return provider.Script{
		Main: []provider.Turn{
			provider.Use("Read", map[string]any{"file_path": source}),
			provider.Use("Bash", map[string]any{"command": "cat clientes.txt", "description": "Show the file"}),
			provider.Use("Write", map[string]any{"file_path": letter, "content": "DNI [DNI-001]\nIBAN [IBAN-001]\n"}),
			provider.Use("Edit", map[string]any{
				"file_path": letter, "old_string": "DNI [DNI-001]", "new_string": "Documento [DNI-001]"}),
			provider.Use("Agent", map[string]any{
				"description": "Read the file", "prompt": "SUBTASK read the file",
				"subagent_type": "general-purpose", "run_in_background": false,
			}),
			provider.Say("Escrito para [DNI-001]."),
		},
		Sub: []provider.Turn{
			provider.Use("Read", map[string]any{"file_path": source}),
			provider.Say("El fichero tiene un IBAN."),
		},
		SubMark: "SUBTASK",
	}
}

// first returns the first record of an event.
func first(t *testing.T, seen []recorded, event string) recorded {
	t.Helper()
	for _, r := range seen {
		if r.input(t).Event == event {
			return r
		}
	}
	require.Fail(t, "no hook saw "+event)
	return recorded{}
}
