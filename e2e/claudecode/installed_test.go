// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"errors"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// What veil install wrote guards the host, and what veil uninstall left does not.
func TestInstalledByVeil(t *testing.T) {
	host, program := realHost(t)
	t.Run("plugin", func(t *testing.T) {
		t.Parallel()
		s := pluginPrompt()
		b := installed(t, host, program, s, "install", "claude-code")
		s.drive(t, b)
		wire.NoLeak(t, b.mock.Log, s.planted)
		requireScriptOver(t, b)
		wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI+". Prepara una carta.")
	})
	t.Run("hooks", func(t *testing.T) {
		t.Parallel()
		s := pluginPrompt()
		b := installed(t, host, program, s, "install", "claude-code", "--hooks")
		b.ask(t, "Mi DNI es "+sample.DNI+". Prepara una carta.")
		wire.NoLeak(t, b.mock.Log, s.planted)
		assert.Contains(t, b.replies[0], "DNI es "+sample.TokenDNI, "the prompt is blocked, and its text with tokens offered")
	})
	t.Run("uninstalled", func(t *testing.T) {
		t.Parallel()
		s := pluginPrompt()
		b := installed(t, host, program, s, "install", "claude-code")
		b.veil(t, program, 0, "uninstall")
		b.veil(t, program, 5, "doctor")
		s.drive(t, b)
		wire.MustLeak(t, b.mock.Log, s.planted)
	})
}

// installed returns a box in which the person has run veil with these arguments.
func installed(t *testing.T, host, program string, s scenario, args ...string) *box {
	t.Helper()
	b := newBox(t, host, s)
	b.configure(t, guard{config: "version: 1\ncatalog: ROOT/clientes.txt\n"})
	b.onPath(t, host)
	b.veil(t, program, 0, args...)
	assert.Contains(t, b.veil(t, program, 0, "doctor", "--no-canary", "claude-code"), "ok   Claude Code")
	return b
}

// veil runs veil as the person would; it must end with that exit code.
func (b *box) veil(t *testing.T, program string, code int, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	said, err := cmd.CombinedOutput()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		require.Equal(t, code, failed.ExitCode(), "%s", said)
		return string(said)
	}
	require.NoError(t, err)
	require.Zero(t, code, "%s", said)
	return string(said)
}
