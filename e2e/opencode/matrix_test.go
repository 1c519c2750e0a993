// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/core"
)

// proof names what shows that OpenCode gives a power: the surfaces of the battery, which
// leak without veil and not with it, and the scenarios.
type proof struct {
	surface core.Surface
	power   core.Power
}

// proofs are the powers that the matrix claims for OpenCode, each with its tests. To see
// the text is less than to rewrite it.
func proofs() map[proof][]string {
	return map[proof][]string{
		{core.Prompt, core.Rewrite}:       {"prompt", "file mention", "directory mention", "text attachment", "slash command", "conversation"},
		{core.Prompt, core.Block}:         {"broken catalogue"},
		{core.ToolInput, core.Rewrite}:    {"conversation", "sinks", "MCP argument", "todowrite"},
		{core.ToolInput, core.Block}:      {"denied path"},
		{core.ToolOutput, core.Rewrite}:   {"read", "bash", "long output", "MCP text", "MCP structured result", "custom tool"},
		{core.ToolOutput, core.Block}:     {"binary output"},
		{core.FailedOutput, core.Rewrite}: {"read that fails", "edit that fails", "custom tool that fails", "MCP result that is an error", "MCP protocol error"},
		{core.FailedOutput, core.Block}:   {"capabilities"},
		{core.History, core.Rewrite}:      {"reply", "reasoning", "compaction", "a summary from before veil"},
		{core.History, core.Block}:        {"broken catalogue"},
		{core.System, core.Rewrite}:       {"AGENTS.md", "MCP instructions", "MCP description", "description of an agent"},
		{core.System, core.Block}:         {"broken catalogue"},
		{core.Display, core.Rewrite}:      {"screen"},
	}
}

// TestEveryPowerIsProved: the matrix claims nothing for OpenCode that no test shows, and
// no test shows what it does not claim.
func TestEveryPowerIsProved(t *testing.T) {
	names := map[string]bool{"screen": true, "capabilities": true}
	for _, s := range surfaces() {
		names[s.name] = true
	}
	for _, s := range scenarios() {
		names[s.name] = true
	}
	claimed := map[proof]bool{}
	for _, row := range core.Matrix() {
		if row.Host == core.OpenCode && row.Power != core.Observe {
			claimed[proof{row.Surface, row.Power}] = true
		}
	}
	for p, tests := range proofs() {
		assert.True(t, claimed[p], "%s %s is proved and not claimed", p.power, p.surface)
		for _, name := range tests {
			assert.True(t, names[name], "%s %s: there is no test %q", p.power, p.surface, name)
		}
	}
	for p := range claimed {
		assert.NotEmpty(t, proofs()[p], "%s %s is claimed and not proved", p.power, p.surface)
	}
}
