// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/veil-guard/veil/e2e/internal/provider"
)

// hooksScenarios are the stories of command hooks alone, where no mod rewrites what no
// hook sees: what cannot be rewritten is refused.
func hooksScenarios() []scenario {
	return []scenario{
		hooksStdin(), hooksCommand(), hooksSkillShell(), hooksMCPPrompt(), hooksMention(), hooksFailing(), hooksExit(), hooksBackground(),
		hooksNotebook(), hooksMCP(), hooksMCPError(), hooksRefused(), hooksCompact(), hooksReadOnly(),
		hooksWebFetch(), hooksFork(), grep(), images(), imagesPass(),
	}
}

func TestClaudeCodeHooks(t *testing.T) {
	playAll(t, hooksScenarios())
}

// script is a script of those turns.
func script(turns ...provider.Turn) func(string) provider.Script {
	return func(string) provider.Script { return provider.Script{Main: turns} }
}

// bash is a turn that runs a command.
func bash(command string) provider.Turn {
	return provider.Use("Bash", map[string]any{"command": command, "description": "Lee"})
}
