// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/veil"
)

// Who starts from nothing and does what the README says about names has them found. Before
// the catalogue is made everything stops, and what veil says then is the README's command.
func TestReadmeConfigurationFromNothing(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "```yaml\n")
	settings, rest, found := strings.Cut(rest, "```\n")
	require.True(t, found)
	require.Regexp(t, `(?m)^    veil catalog add NAME\.\.\. `, rest)
	home := t.TempDir()
	file := filepath.Join(home, ".config", "veil", "veil.yaml")
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(settings), 0o600))
	program := veil.Build(t)
	run := func(input string, args ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Dir, cmd.Env, cmd.Stdin = home, []string{"HOME=" + home}, strings.NewReader(input)
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	said, code := run("de María Pérez", "filter")
	require.Equal(t, 3, code)
	command := regexp.MustCompile(`make it by veil (catalog add --file \S+) NAME`).FindStringSubmatch(said)
	require.NotNil(t, command, said)
	said, code = run("María Pérez\n", append(strings.Fields(command[1]), "-")...)
	if code == 6 {
		t.Skip("an ancestor of this process is a host: an agent must not change a catalogue")
	}
	require.Equal(t, 0, code, said)
	said, code = run("", "catalog", "add", "Nuño Salazar")
	require.Equal(t, 0, code, said)
	said, code = run("de María Pérez a Nuño Salazar", "filter")
	require.Equal(t, 0, code)
	require.Equal(t, "de [NOMBRE-001] a [NOMBRE-002]", said)
}
