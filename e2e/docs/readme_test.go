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

// Who sets veil up by hand in an empty home, as the document says, has what veil install
// writes: doctor finds it, an installation has nothing to do, and nothing stays of it.
func TestSettingUpByHand(t *testing.T) {
	text, err := os.ReadFile("../../docs/setting-up.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "\n## By hand\n")
	require.True(t, found)
	var script strings.Builder
	for _, line := range regexp.MustCompile(`(?m)^    (.*)$`).FindAllStringSubmatch(section, -1) {
		script.WriteString(line[1] + "\n")
	}
	program, home := veil.Build(t), t.TempDir()
	bin := t.TempDir()                                                                                                         // doctor looks for the host
	require.NoError(t, os.WriteFile(filepath.Join(bin, "claude"), []byte("#!/bin/sh\necho '2.1.332 (Claude Code)'\n"), 0o700)) //nolint:gosec // a program
	env := []string{"HOME=" + home, "PATH=" + filepath.Dir(program) + ":" + bin + ":/usr/bin:/bin"}
	run := func(dir, name string, args ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = dir, env
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	said, code := run("../..", "sh", "-ec", script.String())
	require.Equal(t, 0, code, said)
	project := t.TempDir()
	said, code = run(project, program, "doctor", "--no-canary", "claude-code")
	require.Equal(t, 0, code, said)
	require.Contains(t, said, "the plugin and its program are those of veil")
	said, code = run(project, program, "install")
	if code == 6 {
		t.Skip("an ancestor of this process is a host: an agent must not install")
	}
	require.Equal(t, "nothing to do: veil is in place for claude-code\n", said)
	said, code = run(project, program, "uninstall")
	require.Equal(t, 0, code, said)
	require.NotContains(t, said, "stays")
	require.NoDirExists(t, filepath.Join(home, ".claude", "skills", "veil"))
}
