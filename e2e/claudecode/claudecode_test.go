// SPDX-License-Identifier: Apache-2.0

// Package claudecode drives the real Claude Code against a mock provider, with
// veil as its command hooks, with veil as a plugin, and without. What neither can do is
// in docs/limits.md.
package claudecode

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// scenario is one story. The same code drives it with veil and without.
type scenario struct {
	name    string
	files   map[string]string // of the project
	script  func(work string) provider.Script
	drive   func(t *testing.T, b *box)
	planted []wire.Planted // values that stay on the machine with veil, and leave without
	guard   guard
	// guarded and twin assert what each run must show beyond the leak check; a
	// story may have nothing more to say without veil.
	guarded func(t *testing.T, b *box)
	twin    func(t *testing.T, b *box)
	// again says that another test plays the story without veil.
	again bool
	// cut says that veil ends the story early: scripted turns may be left.
	cut bool
}

func scenarios() []scenario {
	return []scenario{
		prompt(), toolOutput(), write(), subagent(), deniedPath(), displayAlways(), brokenCatalog(),
		missingAtPrompt(), missingAtTool(), hostileEnvironment(), hostileFolders(), hostileConfiguration(), sinks(),
	}
}

func TestClaudeCode(t *testing.T) {
	playAll(t, scenarios())
}

// playAll plays each story with veil and without.
func playAll(t *testing.T, stories []scenario) {
	t.Helper()
	host, program := realHost(t)
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			t.Run("guarded", func(t *testing.T) { t.Parallel(); playGuarded(t, host, program, s) })
			if !s.again {
				t.Run("twin", func(t *testing.T) { t.Parallel(); playTwin(t, host, s) })
			}
		})
	}
}

// playTwin plays the story without veil: each planted value must be seen to
// leave, or the guarded run would prove nothing.
func playTwin(t *testing.T, host string, s scenario) {
	b := newBox(t, host, s)
	s.drive(t, b)
	wire.MustLeak(t, b.mock.Log, s.planted)
	requireScriptOver(t, b)
	if s.twin != nil {
		s.twin(t, b)
	}
}

// playGuarded plays the story with veil: no request may hold a planted value.
func playGuarded(t *testing.T, host, program string, s scenario) {
	b := newBox(t, host, s)
	b.install(t, program, s.guard)
	s.drive(t, b)
	wire.NoLeak(t, b.mock.Log, s.planted)
	if !s.cut {
		requireScriptOver(t, b)
	}
	s.guarded(t, b)
}

// requireScriptOver fails unless the model's whole part was played: a story
// that stopped early proves nothing about what comes after.
func requireScriptOver(t *testing.T, b *box) {
	t.Helper()
	require.Zero(t, b.mock.Left(), "scripted turns left after %d requests", len(b.mock.Log.Requests()))
}
