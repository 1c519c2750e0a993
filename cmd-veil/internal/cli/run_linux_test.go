// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// OpenCode starts twice before it starts: a person sees what takes so long.
func TestRunSaysThatItLooks(t *testing.T) {
	m := newMachine(t)
	bin := filepath.Join(t.TempDir(), "opencode")
	require.NoError(t, os.WriteFile(bin, []byte(strings.Replace(fakeOpenCode, ">/dev/null", ">/dev/null 2>&1", 1)), 0o700))
	master, terminal := newTerminal(t)
	cmd := exec.Command(os.Args[0], "run", "opencode", "hola")
	cmd.Dir, cmd.Stderr = "/", terminal
	cmd.Env = []string{envAsVeil + "=1", "HOME=" + m.home, "PATH=" + filepath.Dir(bin), "VEIL_BINARY=" + os.Args[0], "FAKE_VERSION=1.18.33", "FAKE_PLUGIN=yes", "TERM=xterm"}
	out, err := cmd.Output()
	require.Error(t, err, "the code of OpenCode")
	require.Equal(t, "called: hola\n", string(out))
	const cleared = "\r\x1b[K"
	require.Equal(t, cleared+"veil: looking whether OpenCode loads veil's plugin here ..."+cleared, seenOn(t, master, terminal))
}
