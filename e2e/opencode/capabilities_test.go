// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/e2e"
	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// instruction is the value in AGENTS.md, which is in every request.
var instruction = wire.Planted{Label: "AGENTS.md", Value: madeUpDNI(900)}

// TestOpenCodeCapabilities tries every power on every surface of the installed host by the
// hooks of a plugin, and compares what happened with the matrix: a power that is claimed
// and absent is wrong, and so is one that is denied and present.
func TestOpenCodeCapabilities(t *testing.T) {
	host := hosts.Require(t, "opencode")
	pinned, err := e2e.PinnedHost("opencode")
	require.NoError(t, err)
	b := newBox(t, host, scenario{
		files: map[string]string{
			"AGENTS.md": "Pregunta por " + instruction.Value + "\n", "d.txt": "DNI " + sample.DNI + "\n",
			"cerca_" + sample.DNI + ".txt": "nada\n",
		},
		script: func(string) provider.Script { return provider.Script{} },
	})
	plugin, err := filepath.Abs(filepath.Join("testdata", "probe.js"))
	require.NoError(t, err)
	b.plugins = []string{"file://" + filepath.ToSlash(plugin)}
	b.Set(map[string]string{"PROBE": filepath.Join(b.Root, "probe.json"), "PROBE_LOG": filepath.Join(b.Root, "probe.log")})
	b.try(t, "", "", "")
	s := b.serve(t)
	s.watch(t)
	installed := core.Host{Name: core.OpenCode, Version: pinned.Version}
	for _, surface := range core.Surfaces() {
		for _, power := range core.Powers() {
			t.Run(string(surface)+"/"+string(power), func(t *testing.T) {
				_, err := core.Matrix().Require(installed, surface, power)
				require.Equal(t, err == nil, probes()[surface].has(t, s, surface, power), "what the host does, and what the matrix says")
			})
		}
	}
}

// probe is how a value gets onto a surface.
type probe struct {
	before string // a prompt of an earlier turn, in which nothing is tried
	prompt string
	turn   *provider.Turn // of the model, before it says that it is done
	value  wire.Planted
	// done says whether the power did what it is for; nil looks at what was sent.
	done func(s *server, power core.Power, reply string) bool
}

func probes() map[core.Surface]probe {
	dni := sample.PlantedDNI()[0]
	use := func(tool string, in args) *provider.Turn {
		turn := provider.Use(tool, in)
		return &turn
	}
	reply := provider.Say("Es " + sample.DNI)
	return map[core.Surface]probe{
		core.Prompt:       {prompt: "DNI " + sample.DNI, value: dni},
		core.ToolInput:    {prompt: "Hazlo.", turn: use("bash", args{"command": "echo " + sample.DNI + " > salida.txt", "description": "Escribe"}), value: dni, done: callDone},
		core.ToolOutput:   {prompt: "Lee.", turn: use("read", args{"filePath": "WORK/d.txt"}), value: dni},
		core.FailedOutput: {prompt: "Lee.", turn: use("read", args{"filePath": "WORK/cerca_"}), value: dni},
		core.History:      {before: "DNI " + sample.DNI, prompt: "¿Y bien?", value: dni},
		core.System:       {prompt: "Hola.", value: instruction},
		core.Display:      {prompt: "Hola.", turn: &reply, value: dni, done: displayDone},
	}
}

// try says what the plugin is to try from now on.
func (b *box) try(t *testing.T, surface core.Surface, power core.Power, value string) {
	t.Helper()
	b.writeJSON(t, b.Getenv("PROBE"), map[string]any{"surface": surface, "power": power, "value": value, "token": sample.TokenDNI})
	b.WriteFile(t, b.Getenv("PROBE_LOG"), "")
}

// has plays the probe in a session of its own and says whether the power is there.
func (p probe) has(t *testing.T, s *server, surface core.Surface, power core.Power) bool {
	t.Helper()
	session := s.session(t)
	if p.before != "" {
		session = s.named(t) // whose prompt is not sent once more for a title
		s.mock.Play(provider.Say("Vale."))
		s.prompt(t, session, p.before)
	}
	_ = os.Remove(filepath.Join(s.Work, "salida.txt"))
	s.try(t, surface, power, p.value.Value)
	sent := len(s.mock.Log.Requests())
	var turns []provider.Turn
	if p.turn != nil {
		turn := *p.turn
		for _, call := range turn.Calls {
			if path, ok := call.Input["filePath"].(string); ok {
				turn = provider.Use(call.Tool, args{"filePath": strings.Replace(path, "WORK", s.Work, 1)})
			}
		}
		turns = append(turns, turn)
	}
	if surface != core.Display {
		turns = append(turns, provider.Say("Hecho."))
	}
	s.mock.Play(turns...)
	s.shown.reset()
	s.prompt(t, session, p.prompt)
	noted, err := os.ReadFile(s.Getenv("PROBE_LOG"))
	require.NoError(t, err)
	switch {
	case power == core.Observe:
		return strings.Contains(string(noted), "seen")
	case power == core.AskPerson:
		return strings.Contains(string(noted), "asked") || s.isAsked(t)
	case p.done != nil:
		return p.done(s, power, s.replies[len(s.replies)-1])
	case power == core.Block: // what a turn holds back the next one may send
		s.mock.Play(provider.Say("Sí."))
		s.prompt(t, session, "¿Seguro?")
	}
	now := s.mock.Log.Requests()[sent:]
	return len(wire.Leaks(now, []wire.Planted{p.value})) == 0 && (power == core.Block || carries(now, sample.TokenDNI))
}

// named makes a session that has a title.
func (s *server) named(t *testing.T) string {
	t.Helper()
	var created struct{ ID string }
	require.NoError(t, json.Unmarshal([]byte(s.post(t, "/session", map[string]any{"title": "una"})), &created))
	return created.ID
}

// isAsked says whether the host waits for an answer of the person.
func (s *server) isAsked(t *testing.T) bool {
	t.Helper()
	list, err := s.call(t.Context(), http.MethodGet, "/permission", nil)
	require.NoError(t, err)
	var waiting []json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(list), &waiting))
	return len(waiting) > 0
}

// carries says whether one of the requests holds a text.
func carries(requests []wire.Request, text string) bool {
	for _, r := range requests {
		if strings.Contains(string(r.Body), text) {
			return true
		}
	}
	return false
}

// callDone looks at the file that the call writes: the model's own call holds the value.
func callDone(s *server, power core.Power, _ string) bool {
	text, err := os.ReadFile(filepath.Join(s.Work, "salida.txt"))
	if power == core.Rewrite {
		return err == nil && string(text) == sample.TokenDNI+"\n"
	}
	return os.IsNotExist(err)
}

// displayDone looks at the finished reply; a text that was to be stopped may not have been
// on the screen before either.
func displayDone(s *server, power core.Power, reply string) bool {
	if power == core.Rewrite {
		return strings.Contains(reply, sample.TokenDNI) && !strings.Contains(reply, sample.DNI)
	}
	return !strings.Contains(reply, sample.DNI) && !strings.Contains(s.shown.streamed(), sample.DNI)
}
