// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// secondLoop: a prompt to OpenCode's second session loop, whose conversations pass no hook.
// The fetch guard alone holds there: for the prompt, AGENTS.md, a tool's result and what is
// sent again.
func secondLoop() scenario {
	return scenario{
		name:    "second session loop",
		files:   map[string]string{"ficha.txt": sample.Record, "AGENTS.md": "Pregunta por " + sample.Client + ".\n"},
		planted: sample.PlantedRecord(),
		script:  secondLoopScript,
		drive: func(t *testing.T, b *box) {
			b.makeRepository(t)
			s := b.serve(t)
			s.session(t) // the first loop: OpenCode loads its plugins
			s.promptSecond(t, "Mi DNI es "+sample.DNI+". Lee la ficha.")
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI, sample.TokenIBAN, sample.TokenEmail, sample.TokenClient)
		},
	}
}

func secondLoopScript(work string) provider.Script {
	return provider.Script{Main: []provider.Turn{
		provider.Use("read", map[string]any{"path": "ficha.txt", "filePath": work + "/ficha.txt"}),
		provider.Say("Leída."),
	}}
}

// secondLoopAlone: nothing but the second loop in the process. OpenCode loads veil's plugin
// for it by the second plugin API, which tells nobody the host's version: nothing is sent.
func secondLoopAlone() scenario {
	s := secondLoop()
	s.name, s.cut = "second session loop alone", true
	s.drive = func(t *testing.T, b *box) {
		b.makeRepository(t)
		b.serve(t).promptSecond(t, "Mi DNI es "+sample.DNI+". Lee la ficha.")
	}
	s.guarded = func(t *testing.T, b *box) { wire.MustBeSilent(t, b.mock.Log) }
	return s
}

// promptSecond types a prompt in a session of the second loop and waits until the model's
// part is played, or the session has failed, which only the host's log says.
func (s *server) promptSecond(t *testing.T, text string) {
	t.Helper()
	at := "?location%5Bdirectory%5D=" + url.QueryEscape(s.Work)
	var made struct{ Data struct{ ID string } }
	require.NoError(t, json.Unmarshal([]byte(s.post(t, "/api/session"+at, map[string]any{
		"location": map[string]any{"directory": s.Work}, "model": map[string]any{"providerID": "mock", "id": "mock"},
	})), &made))
	require.NotEmpty(t, made.Data.ID)
	s.replies = append(s.replies, s.post(t, "/api/session/"+made.Data.ID+"/prompt"+at, map[string]any{"prompt": map[string]any{"text": text}}))
	log := filepath.Join(s.Getenv("XDG_DATA_HOME"), "opencode", "log", "opencode.log")
	require.Eventually(t, func() bool {
		said, err := os.ReadFile(log)
		return s.mock.Left() == 0 || err == nil && strings.Contains(string(said), "Failed to drain Session")
	}, limit, 100*time.Millisecond)
}

// makeRepository makes a git repository of the project: without one the second loop knows
// no model.
func (b *box) makeRepository(t *testing.T) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "init"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir, cmd.Env = b.Work, b.Environ()
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", said)
	}
}
