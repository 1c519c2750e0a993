// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
	"github.com/veil-guard/veil/e2e/internal/veil"
	"github.com/veil-guard/veil/e2e/internal/wire"
)

// TestScreen: on the terminal's screen the person reads the values of a finished reply,
// and the model gets tokens.
func TestScreen(t *testing.T) {
	host := hosts.Require(t, "opencode")
	if _, err := exec.LookPath("tmux"); err != nil {
		require.Empty(t, os.Getenv("CI"), "the screen needs tmux")
		fmt.Fprintf(os.Stderr, "\n*** e2e SKIPPED: OpenCode's screen needs tmux ***\n\n")
		t.Skip("OpenCode's screen needs tmux")
	}
	b := newBox(t, host, scenario{script: func(string) provider.Script {
		return provider.Script{Main: []provider.Turn{provider.Say("Es de " + sample.TokenDNI + ", y ya."), provider.Say("Otra vez " + sample.TokenDNI + ".")}}
	}})
	b.guard(t, veil.Build(t), false)
	b.writeConfig(t)
	s := b.openScreen(t, "--prompt", "Mi DNI es "+sample.DNI+".")
	s.await(t, "Es de "+sample.DNI+", y ya.")
	s.tmux(t, "send-keys", "-l", "Repite.")
	time.Sleep(time.Second) // keys that come at once are taken for pasted text
	s.tmux(t, "send-keys", "Enter")
	s.await(t, "Otra vez "+sample.DNI+".")
	wire.NoLeak(t, b.mock.Log, sample.PlantedDNI())
	wire.MustCarry(t, b.mock.Log, "Mi DNI es "+sample.TokenDNI, "Es de "+sample.TokenDNI+", y ya.")
	requireScriptOver(t, b)
	assert.NotContains(t, s.tmux(t, "capture-pane", "-p"), "Es de "+sample.TokenDNI)
}

// screen is OpenCode's terminal interface.
type screen struct {
	*box
	socket string
}

// openScreen starts OpenCode on a terminal until the test ends.
func (b *box) openScreen(t *testing.T, args ...string) *screen {
	t.Helper()
	s := &screen{b, filepath.Join(b.Root, "tmux")}
	b.Set(map[string]string{"TERM": "xterm-256color"})
	s.tmux(t, append([]string{"new-session", "-d", "-x", "150", "-y", "50", b.host}, args...)...)
	t.Cleanup(func() {
		cmd := exec.Command("tmux", "-S", s.socket, "kill-server")
		_ = cmd.Run() // it may have ended
	})
	return s
}

func (s *screen) tmux(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "tmux", append([]string{"-f", "/dev/null", "-S", s.socket}, args...)...)
	cmd.Dir, cmd.Env = s.Work, s.Environ()
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	return string(said)
}

// await waits until the screen shows a text.
func (s *screen) await(t *testing.T, text string) {
	t.Helper()
	shown := ""
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(300 * time.Millisecond) {
		if shown = s.tmux(t, "capture-pane", "-p"); strings.Contains(shown, text) {
			return
		}
	}
	require.Fail(t, "it is not on the screen", "%s", strings.NewReplacer(sample.DNI, "(the DNI)").Replace(shown))
}
