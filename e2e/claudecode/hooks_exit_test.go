// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
)

// hooksExit: a command that ends its shell fails all the same. The turn is stopped before
// the result is sent, and the session with it: the next prompt would send it, and so
// would a compaction.
func hooksExit() scenario {
	return scenario{
		name:    "command that exits",
		files:   map[string]string{"ficha.txt": sample.Record},
		planted: sample.PlantedRecord(),
		script:  script(bash("cat ficha.txt; exit 3"), provider.Say("Hecho."), provider.Say("Sí."), provider.Say("Vale.")),
		cut:     true,
		drive: func(t *testing.T, b *box) {
			b.ask(t, "Lee la ficha.")
			b.goOn(t, "¿Y bien?")
			b.goOn(t, "/compact")
			b.goOn(t, "/init")
			b.ask(t, "Otra cosa.")
		},
		guarded: func(t *testing.T, b *box) {
			assert.Equal(t, 2, b.mock.Left(), "the command, and the new session's answer")
			assert.Contains(t, b.replies[1], "this session is stopped: the result of a tool holds personal data and would be sent")
			assert.Contains(t, b.replies[2], "this session is stopped")
			assert.Contains(t, b.replies[3], "this session is stopped")
			assert.Contains(t, b.replies[4], "Hecho.")
		},
	}
}
