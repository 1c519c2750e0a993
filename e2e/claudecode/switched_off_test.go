// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"errors"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestSwitchedOff: one line in a project's settings turns the person's hooks off,
// without a word from the host. veil cannot run then; what it can do is say so to
// who asks. The leak is asserted too: the day it is gone, docs/limits.md is wrong.
func TestSwitchedOff(t *testing.T) {
	host, program := realHost(t)
	s := scenario{name: "switched off", planted: sample.PlantedDNI(), script: func(string) provider.Script {
		return provider.Script{Main: []provider.Turn{provider.Say("Vale.")}}
	}}
	b := newBox(t, host, s)
	b.install(t, program, guard{config: "version: 1\ncatalog: ROOT/clientes.txt\n"})
	b.onPath(t, host)
	require.Equal(t, 0, b.doctor(t, program), "set up as the README shows")

	b.WriteFile(t, filepath.Join(b.Work, ".claude", "settings.json"), `{"disableAllHooks": true}`)
	require.Equal(t, 5, b.doctor(t, program))
	require.Contains(t, b.replies[len(b.replies)-1], "disableAllHooks switches veil off")
	b.ask(t, "Mi DNI es "+sample.DNI)
	wire.MustLeak(t, b.mock.Log, s.planted)
}

// doctor runs veil doctor in the project and returns its exit code.
func (b *box) doctor(t *testing.T, program string) int {
	t.Helper()
	cmd := exec.Command(program, "doctor", "--no-canary", "claude-code")
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	out, err := cmd.CombinedOutput()
	b.replies = append(b.replies, string(out))
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return failed.ExitCode()
	}
	require.NoError(t, err)
	return 0
}
