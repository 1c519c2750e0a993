// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestHooksSayWhatIsNotCovered: once in a session the person is told, for the version
// that is installed. The model is not.
func TestHooksSayWhatIsNotCovered(t *testing.T) {
	host, program := realHost(t)
	pinned, err := e2e.PinnedHost("claude-code")
	require.NoError(t, err)
	b := newBox(t, host, scenario{script: script(provider.Say("Uno."), provider.Say("Dos."))})
	b.install(t, program, guard{})
	stream := []string{"--output-format", "stream-json", "--verbose", "--include-hook-events"}
	b.ask(t, "Hola.", stream...)
	b.ask(t, "¿Y bien?", append(stream, "--continue")...)
	said := "Claude Code " + pinned.Version + " runs veil's command hooks only"
	assert.Contains(t, b.replies[0], said)
	assert.NotContains(t, b.replies[1], said)
	wire.MustNotCarry(t, b.mock.Log, said)
}
