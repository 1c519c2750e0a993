// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"context"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// agentCreate: `opencode agent create` sends what the person says of the agent, outside of
// any session. No hook announces it, so that the gate stops it, and the person reads why.
func agentCreate() scenario {
	return scenario{
		name:    "agent create",
		planted: sample.PlantedDNI(),
		script:  func(string) provider.Script { return provider.Script{} },
		drive: func(t *testing.T, b *box) {
			b.writeConfig(t)
			b.mock.Aside(`{"identifier":"ayudante","whenToUse":"siempre","systemPrompt":"Ayudas."}`)
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			cmd := exec.CommandContext(ctx, b.host, "agent", "create", "--description", "ayuda a "+sample.DNI, "--mode", "subagent",
				"--permissions", "read", "--path", b.Work+"/.opencode/agent", "-m", "mock/mock")
			cmd.Dir, cmd.Env = b.Work, b.Environ()
			said, _ := cmd.CombinedOutput() // its exit code is not ours
			b.replies = append(b.replies, string(said))
		},
		guarded: func(t *testing.T, b *box) {
			wire.MustBeSilent(t, b.mock.Log)
			assert.Contains(t, b.replies[0], "veil: this request did not pass the guard")
		},
	}
}
