// SPDX-License-Identifier: Apache-2.0

//go:build unix

package doctor

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/heartbeat"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
)

// A host that runs now, and runs no veil, is named: by an argument, by a variable.
func TestStrangers(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("the system shows no processes")
	}
	h := newHealthy(t)
	sleep, err := exec.LookPath("/bin/sleep")
	require.NoError(t, err)
	start := func(program string, env string, args ...string) int {
		text, err := os.ReadFile(sleep)
		require.NoError(t, err)
		h.write(program, string(text))
		require.NoError(t, os.Chmod(program, 0o700)) //nolint:gosec // a program
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Env = append(os.Environ(), env)
		require.NoError(t, cmd.Start())
		t.Cleanup(func() {
			_ = cmd.Process.Signal(syscall.SIGKILL)
			_ = cmd.Wait()
		})
		return cmd.Process.Pid
	}
	pid := start(filepath.Join(t.TempDir(), "claude"), "CLAUDE_CODE_SIMPLE=1", "600")
	findings := h.examine(install.ClaudeCode)
	require.Equal(t, Bad, Worst(findings))
	last := findings[len(findings)-1]
	require.Equal(t, "runs with CLAUDE_CODE_SIMPLE: unguarded", last.Text)
	require.Contains(t, last.Run, "kill ")
	for _, r := range runningHosts(h.home) {
		require.Equal(t, pid, r.pid)
	}
	require.Equal(t, OK, Worst(h.examine(install.OpenCode)), "the other host")
	require.Equal(t, "--pure", running{host: hostOpenCode, argv: []string{"opencode", "run", "--pure", "x"}}.switchedOffBy())
	require.Empty(t, running{host: hostOpenCode, argv: []string{"opencode", "run", "--", "--pure"}}.switchedOffBy())
	require.Equal(t, "--bare", running{host: hostClaudeCode, argv: []string{"claude", "--bare"}}.switchedOffBy())
	require.Equal(t, "--setting-sources project", running{host: hostClaudeCode, argv: []string{"claude", "--setting-sources", "project"}}.switchedOffBy())
	require.Equal(t, "--setting-sources local", running{host: hostClaudeCode, argv: []string{"claude", "--setting-sources=local", "-p"}}.switchedOffBy())
	require.Empty(t, running{host: hostClaudeCode, argv: []string{"claude", "--setting-sources", "user,project"}}.switchedOffBy())
}

// An OpenCode that has been running for long must have left a sign, of this version.
func TestSignsOfLife(t *testing.T) {
	old := running{pid: 7, host: hostOpenCode, argv: []string{"opencode"}, age: 2 * settled}
	p := &patient{}
	p.judgeRunning([]running{old}, nil)
	require.Equal(t, []Finding{{"running", Bad, hostOpenCode, "process 7", "gives no sign of veil: it runs unguarded", "end it, and start it by veil run opencode", "kill 7"}}, p.findings)
	p = &patient{}
	p.judgeRunning([]running{old}, []heartbeat.Beat{{PID: 7, Veil: version.Veil()}})
	require.Empty(t, p.findings)
	p.judgeRunning([]running{old}, []heartbeat.Beat{{PID: 7, Veil: "v0.0.1"}})
	require.Equal(t, []Finding{{"running", Attention, hostOpenCode, "process 7", "runs veil v0.0.1 still", "end it, and start it anew", "kill 7"}}, p.findings)
	p = &patient{}
	young, other := old, old
	young.age, other.argv = 0, []string{"opencode", "auth", "login"}
	p.judgeRunning([]running{young, other}, nil)
	require.Empty(t, p.findings)
}
