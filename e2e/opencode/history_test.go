// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/veil"
)

// most is how many times less than the first pass one new part may cost.
const most = 20

// TestLongHistory shows the plugin a history of 2 MB in OpenCode's own runtime. One new
// part must not have more than a twentieth of the first pass's bytes sent to veil, nor take
// more than a twentieth of its time, in the quickest turns of one run: docs/adr/0003.
func TestLongHistory(t *testing.T) {
	host, program := hosts.Require(t, "opencode"), veil.Build(t)
	t.Run("bytes", func(t *testing.T) { playHistory(t, host, program, 1, true) })
	t.Run("time", func(t *testing.T) {
		const tries = 3 // a machine that does much else spoils some
		for try := 1; ; try++ {
			ratio := quickness(t, playHistory(t, host, program, 7, false))
			if ratio >= most {
				return
			}
			require.Less(t, try, tries, "one part costs a %.0fth of the first pass", ratio)
		}
	})
}

// quickness returns how many times less than the first pass the others took, for the
// history alone or with the request's body, whichever is less.
func quickness(t *testing.T, played [][]turn) float64 {
	t.Helper()
	var first, next []turn
	for _, turns := range played {
		first, next = append(first, turns[0]), append(next, turns[1:]...)
	}
	least := math.Inf(1)
	for what, of := range map[string]func(turn) float64{
		"the history":                        func(t turn) float64 { return t.History },
		"the history and the request's body": func(t turn) float64 { return t.History + t.Body },
	} {
		t.Logf("%s, in medians: %.1f ms, then %.2f ms", what, median(first, of), median(next, of))
		once, again := quickest(first, of), quickest(next, of)
		t.Logf("%s: %.1f ms, then %.2f ms, ratio %.0f", what, once, again, once/again)
		least = min(least, once/again)
	}
	return least
}

// quickest is what the turn took that was disturbed least: what else the machine does and
// what the host collects can only add.
func quickest(turns []turn, of func(turn) float64) float64 {
	least := math.Inf(1)
	for _, turn := range turns {
		least = min(least, of(turn))
	}
	return least
}

func median(turns []turn, of func(turn) float64) float64 {
	var list []float64
	for _, turn := range turns {
		list = append(list, of(turn))
	}
	return middle(list)
}

// turn is what a turn took, in ms.
type turn struct {
	History, Body float64
	Clean         bool
	Bytes         int
}

// playHistory returns the turns of each session. counted puts a program between the plugin
// and veil that keeps what is sent.
func playHistory(t *testing.T, host, program string, sessions int, counted bool) (played [][]turn) {
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
	b.Set(map[string]string{"HISTORY_OUT": out, "HISTORY_PLUGIN": veil.Shim(t), "HISTORY_SESSIONS": strconv.Itoa(sessions)})
	b.plugins = []string{"file://" + filepath.ToSlash(plugin)}
	b.writeConfig(t)
	cmd := exec.CommandContext(t.Context(), b.host, "session", "list")
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &played))
	require.Len(t, played, sessions)
	for _, turns := range played {
		require.Greater(t, turns[0].Bytes, 2<<20)
		for n, turn := range turns {
			require.True(t, turn.Clean, "turn %d", n)
		}
	}
	if counted {
		requireFewBytes(t, sent)
	}
	return played
}

// requireFewBytes looks at the requests: a handshake, the histories of the turns, and their
// bodies.
func requireFewBytes(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var sizes []int
	for line := range bytes.SplitSeq(bytes.TrimSpace(text), []byte("\n")) {
		sizes = append(sizes, len(line))
	}
	require.Len(t, sizes, 1+2*8) // turns
	for what, turns := range map[string][]int{"history": sizes[1:9], "body": sizes[9:]} {
		for i, turn := range turns[1:] {
			assert.LessOrEqual(t, most*turn, turns[0], "the %s of turn %d", what, i+1)
		}
		t.Logf("bytes of the %s to veil: %d in the first turn, %d in the last", what, turns[0], turns[7])
	}
}
