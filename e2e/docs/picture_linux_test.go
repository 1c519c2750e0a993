// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/veil-guard/veil/e2e/internal/veil"
)

const picture = "../../docs/demo.svg"

// The README's picture is what veil demo shows on a terminal today: its first scenes.
func TestPicture(t *testing.T) {
	screen := onTerminal(t, veil.Build(t), "demo")
	const scenes = 5
	parts := strings.SplitAfterN(screen, "\n\n", scenes+1)
	require.Len(t, parts, scenes+1)
	want := Picture("the first scenes of veil demo: each text before and after, tokens in place of values", strings.Join(parts[:scenes], ""))
	if *update {
		require.NoError(t, os.WriteFile(picture, []byte(want), 0o644))
	}
	got, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Equal(t, want, string(got), "run in e2e: go test ./docs -update")
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	require.Contains(t, string(text), "](docs/demo.svg)")
}

// onTerminal runs a program on a terminal of its own and returns what it wrote there.
func onTerminal(t *testing.T, program string, args ...string) string {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	defer func() { _ = terminal.Close() }()
	require.NoError(t, unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	side, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = []string{"HOME=" + t.TempDir(), "TERM=xterm-256color"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = side, side, side
	require.NoError(t, cmd.Start())
	require.NoError(t, side.Close())
	var shown strings.Builder
	part := make([]byte, 64<<10)
	for {
		n, err := terminal.Read(part)
		shown.Write(part[:n])
		if err != nil { // the program has ended, and its side is closed
			break
		}
	}
	require.NoError(t, cmd.Wait())
	return strings.ReplaceAll(shown.String(), "\r\n", "\n")
}

func TestPictureOfALine(t *testing.T) {
	got := Picture("a <title>", "plain \x1b[1;36m[DNI-001]\x1b[0m & so on\n\x1b[31mred\nghp_x\x1b[0m\n")
	require.Contains(t, got, "<title>a &lt;title&gt;</title>")
	require.Contains(t, got, `>plain <tspan fill="#78d9ec" font-weight="bold">[DNI-001]</tspan> &amp; so on</text>`)
	require.Contains(t, got, `<tspan fill="#f28b82">red</tspan>`)
	require.Contains(t, got, `<tspan fill="#f28b82">gh&#112;_x</tspan>`, "a colour holds beyond the line's end")
	require.Contains(t, got, `width="221"`)
}
