// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/veil"
)

// eventsPerTurn is how many events a turn with one tool call has: a prompt, two
// histories, two system prompts, two request bodies, a call, its result, a reply.
const eventsPerTurn = 10

// TestSpeed measures in OpenCode's own runtime what an event costs with one process for
// all and with a process of its own. docs/adr/0003 rests on the ratio.
func TestSpeed(t *testing.T) {
	b := newBox(t, hosts.Require(t, "opencode"), scenario{script: func(string) provider.Script { return provider.Script{} }})
	b.guard(t, veil.Build(t), false)
	plugin, err := filepath.Abs(filepath.Join("testdata", "speed.js"))
	require.NoError(t, err)
	b.plugins = []string{"file://" + filepath.ToSlash(plugin)}
	b.writeConfig(t)
	out := filepath.Join(b.Root, "speed.json")
	b.Set(map[string]string{"SPEED_OUT": out})
	cmd := exec.CommandContext(t.Context(), b.host, "session", "list")
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	var times struct{ Alone, Together []float64 }
	require.NoError(t, json.Unmarshal(text, &times))
	alone, together := middle(times.Alone), middle(times.Together)
	t.Logf("median of an event: %.2f ms alone, %.2f ms together, ratio %.1f; events a second: %.0f and %.0f; added to a turn of %d events: %.0f ms and %.1f ms",
		alone, together, alone/together, 1000/alone, 1000/together, eventsPerTurn, eventsPerTurn*alone, eventsPerTurn*together)
	require.Greater(t, alone, 3*together)
}

func middle(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
