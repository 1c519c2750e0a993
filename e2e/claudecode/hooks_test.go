// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/veil"
)

// hooksScenarios are the stories of command hooks alone, where no mod rewrites what no
// hook sees: what cannot be rewritten is refused.
func hooksScenarios() []scenario {
	return []scenario{
		hooksStdin(), hooksCommand(), hooksSkillShell(), hooksMCPPrompt(), hooksMention(), hooksFailing(), hooksExit(), hooksBackground(),
		hooksNotebook(), hooksMCP(), hooksMCPError(), hooksRefused(), hooksCompact(), hooksReadOnly(),
		hooksWebFetch(),
	}
}

func TestClaudeCodeHooks(t *testing.T) {
	host := hosts.Require(t, "claude-code")
	program := veil.Build(t)
	for _, s := range hooksScenarios() {
		t.Run(s.name, func(t *testing.T) {
			t.Run("guarded", func(t *testing.T) { t.Parallel(); playGuarded(t, host, program, s) })
			t.Run("twin", func(t *testing.T) { t.Parallel(); playTwin(t, host, s) })
		})
	}
}

// script is a script of those turns.
func script(turns ...provider.Turn) func(string) provider.Script {
	return func(string) provider.Script { return provider.Script{Main: turns} }
}

// bash is a turn that runs a command.
func bash(command string) provider.Turn {
	return provider.Use("Bash", map[string]any{"command": command, "description": "Lee"})
}
