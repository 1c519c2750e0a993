// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
)

// hooksStdin: what is piped into the host is part of the prompt.
func hooksStdin() scenario {
	return scenario{
		name:    "stdin",
		planted: sample.PlantedRecord(),
		script:  script(provider.Say("Vale."), provider.Say("Vale.")),
		cut:     true,
		drive: func(t *testing.T, b *box) {
			b.stdin = sample.Record
			b.ask(t, "Resume esto.")
			b.stdin = ""
			b.ask(t, "Empezamos.")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Contains(t, b.replies[0], sample.TokenDNI, "the text that may be sent")
			assert.NotContains(t, b.replies[0], sample.DNI)
			assert.Contains(t, b.replies[1], "Vale.")
			assert.Equal(t, 1, b.mock.Left())
		},
	}
}
