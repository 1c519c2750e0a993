// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/veil"
)

// TestLongHistory shows the plugin a history of 2 MB in OpenCode's own runtime. One new
// part must not have more than a twentieth of the first pass's bytes sent to veil: docs/adr/0003.
// What it takes is said and not judged.
func TestLongHistory(t *testing.T) {
	host, program := hosts.Require(t, "opencode"), veil.Build(t)
	first, next := playHistory(t, host, program, false)
	t.Logf("history: %.1f ms, then %.2f ms, ratio %.0f; with the request's body: %.1f ms, then %.2f ms, ratio %.0f",
		first.History, next.History, first.History/next.History, first.all(), next.all(), first.all()/next.all())
	playHistory(t, host, program, true)
}

// turn is what a turn took, in ms.
type turn struct {
	History, Body float64
	Clean         bool
	Bytes         int
}

func (t turn) all() float64 { return t.History + t.Body }

// playHistory returns the first turn and the middle one of the others. counted puts a
// program between the plugin and veil that keeps what is sent.
func playHistory(t *testing.T, host, program string, counted bool) (first, next turn) {
	t.Helper()
	b := newBox(t, host, scenario{script: func(string) provider.Script { return provider.Script{} }})
	sent := filepath.Join(b.Root, "sent.jsonl")
	if counted {
		between := filepath.Join(b.Root, "between")
		b.WriteFile(t, between, "#!/bin/sh\ntee '"+sent+"' | '"+program+"' \"$@\"\n")
		require.NoError(t, os.Chmod(between, 0o700)) //nolint:gosec // it is a program
		program = between
	}
	b.guard(t, program, false)
	plugin, err := filepath.Abs(filepath.Join("testdata", "history.js"))
	require.NoError(t, err)
	out := filepath.Join(b.Root, "history.json")
	b.Set(map[string]string{"HISTORY_OUT": out, "HISTORY_PLUGIN": veil.Shim(t)})
	b.plugins = []string{"file://" + filepath.ToSlash(plugin)}
	b.writeConfig(t)
	cmd := exec.CommandContext(t.Context(), b.host, "session", "list")
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	var turns []turn
	require.NoError(t, json.Unmarshal(text, &turns))
	require.Greater(t, turns[0].Bytes, 2<<20)
	for n, turn := range turns {
		require.True(t, turn.Clean, "turn %d", n)
	}
	if counted {
		requireFewBytes(t, sent)
		return turn{}, turn{}
	}
	for _, of := range []func(turn) float64{func(t turn) float64 { return t.History }, func(t turn) float64 { return t.Body }} {
		var list []float64
		for _, turn := range turns[1:] {
			list = append(list, of(turn))
		}
		next.History, next.Body = next.Body, middle(list)
	}
	return turns[0], next
}

// requireFewBytes looks at the requests: a handshake, and then a history and a body a turn.
func requireFewBytes(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))[1:]
	require.Len(t, lines, 16)
	const most = 20 // times less
	for i, line := range lines[2:] {
		assert.LessOrEqual(t, most*len(line), len(lines[i%2]), "request %d of turn %d", i%2, i/2+1)
	}
	t.Logf("bytes to veil: %d and %d in the first turn, %d and %d in the last", len(lines[0]), len(lines[1]), len(lines[14]), len(lines[15]))
}
