// SPDX-License-Identifier: Apache-2.0

// Package opencode drives the real OpenCode against a mock provider, with veil
// and without.
package opencode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// scenario is one story. The same code drives it with veil and without.
type scenario struct {
	name    string
	files   map[string]string // of the project
	script  func(work string) provider.Script
	drive   func(t *testing.T, b *box)
	planted []wire.Planted // values that stay on the machine with veil, and leave without
	// guarded and twin assert what each run must show beyond the leak check; a
	// story may have nothing more to say without veil.
	guarded func(t *testing.T, b *box)
	twin    func(t *testing.T, b *box)
	// brokenCatalog makes the client name catalogue unusable.
	brokenCatalog bool
	// modalities are what the model reads beside text.
	modalities []string
	// cut says that veil ends the story early: scripted turns may be left.
	cut bool
}

func scenarios() []scenario {
	return []scenario{conversation(), subagent(), deniedPath(), brokenCatalog(), runCommand(), hostileProject(), sinks(), binaryOutput(), fork(),
		secondLoop(), secondLoopAlone(), agentCreate(), resumed(), attachments(), namedProperty()}
}

func TestOpenCode(t *testing.T) {
	host := hosts.Require(t, "opencode")
	program := veil.Build(t)
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) {
			t.Run("guarded", func(t *testing.T) {
				t.Parallel()
				playGuarded(t, host, program, s)
			})
			t.Run("twin", func(t *testing.T) {
				t.Parallel()
				playTwin(t, host, s)
			})
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
	b.guard(t, program, s.brokenCatalog)
	s.drive(t, b)
	wire.NoLeak(t, b.mock.Log, s.planted)
	if !s.cut {
		requireScriptOver(t, b)
	}
	s.guarded(t, b)
}
