// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	docs "github.com/urfave/cli-docs/v3"
	urfave "github.com/urfave/cli/v3"
)

var update = flag.Bool("update", false, "write the generated files of cmd-veil/share")

// share holds what packages bring along beside the program. It is generated here, and
// not when a release is made: veil itself links nothing for it.
var share, _ = filepath.Abs("../../share")

// requireShared asserts that a file of share is as generated.
func requireShared(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join(share, name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
		return
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(got), "run in cmd-veil: go test ./internal/cli -run Shared -update")
}

var completions = map[string]string{"bash": "completions/veil.bash", "zsh": "completions/_veil", "fish": "completions/veil.fish"}

func TestSharedCompletions(t *testing.T) {
	newHome(t)
	for shell, name := range completions {
		r := veil(t, "", "completion", shell)
		require.Equal(t, exitOK, r.code)
		requireShared(t, name, r.stdout)
	}
}

// manualWidth is how wide a paragraph can be that stands where man sets those of commands.
const manualWidth = 64

func TestSharedManual(t *testing.T) {
	newHome(t)
	root := commands(streams{strings.NewReader(""), io.Discard, io.Discard})
	root.HideHelpCommand = true
	require.NoError(t, root.Run(context.Background(), []string{"veil", "exit-codes"})) // the library prepares it
	everyCommand(root, "", func(c *urfave.Command, path string) {
		if c.Name == "help" {
			c.Hidden = true
		}
		if c != root && len(c.VisibleCommands()) == 0 {
			call := strings.Replace(synopsis(c, path), "[options]", "[OPTION]...", 1)
			c.UsageText = call + "\n\n" + reflow(c.Description, manualWidth) + "\n"
		}
		if c != root { // said once
			c.Flags = slices.DeleteFunc(c.Flags, func(f urfave.Flag) bool { return slices.Contains(f.Names(), "help") })
		}
	})
	root.UsageText = "veil COMMAND [OPTION]... [ARGUMENT]..."
	root.Description = "Stands between an AI coding agent and the world: the model sees tokens such as\n" +
		"[DNI-001], your files keep the real values. What it does not do stands in\n" +
		"https://github.com/veil-guard/veil/blob/main/docs/limits.md"
	text, err := docs.ToManWithSection(root, 1)
	require.NoError(t, err)
	text = strings.ReplaceAll(text, " (default: false)", "")
	// An option's value goes by its name.
	text = regexp.MustCompile(`(\\fB--[a-z-]+)\\fP="": (.*?)\\fB\\fC([A-Z]+)\\fR`).ReplaceAllString(text, `$1\fP \fI$3\fP: $2\fI$3\fP`)
	require.NotContains(t, text, `=""`)
	requireShared(t, "man/veil.1", text+exitCodesAndFiles(t))
}

// exitCodesAndFiles are the last parts of the manual, in the language of man(7).
func exitCodesAndFiles(t *testing.T) string {
	t.Helper()
	text := "\n.SH EXIT CODES\n.nf\n" + veil(t, "", "exit-codes").stdout + ".fi\n\n.SH FILES\n"
	for _, f := range [][2]string{
		{"~/.config/veil/veil.yaml, /etc/veil/veil.yaml, .veil.yaml", "the configuration: of the person, the machine, the project"},
		{"~/.local/state/veil", "the key, and the values of each session"},
		{"~/.cache/veil", "compiled catalogues"},
	} {
		text += ".TP\n\\fI" + f[0] + "\\fR\n" + f[1] + "\n"
	}
	return text
}

// Each command and each option is in the manual.
func TestManualIsWhole(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(share, "man", "veil.1"))
	require.NoError(t, err)
	everyCommand(commands(streams{nil, io.Discard, io.Discard}), "", func(c *urfave.Command, _ string) {
		require.Contains(t, string(text), c.Name)
		for _, f := range c.VisibleFlags() {
			for _, name := range f.Names() {
				require.Contains(t, string(text), "--"+name)
			}
		}
	})
	if _, err := exec.LookPath("man"); err != nil {
		t.Skip("without man, nobody renders the manual")
	}
	cmd := exec.Command("man", "--warnings", "-l", filepath.Join(share, "man", "veil.1"))
	cmd.Env = append(os.Environ(), "MANWIDTH=80", "LC_ALL=C.UTF-8")
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	require.NoError(t, cmd.Run())
	require.Empty(t, complaint.String())
	require.Contains(t, out.String(), "veil catalog add [OPTION]... NAME...|-")
}

// Completing a command does not run it.
func TestCompletionRunsNothing(t *testing.T) {
	newHome(t)
	home := os.Getenv("HOME")
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".claude"), 0o700))
	before := everyFile(t, home)
	everyCommand(commands(streams{nil, io.Discard, io.Discard}), "", func(_ *urfave.Command, path string) {
		words := strings.Fields(path)[1:]
		veil(t, "", append(words, "--generate-shell-completion")...)
		veil(t, "", append(words, "-", "--generate-shell-completion")...)
		veil(t, "", append(append([]string{"__complete"}, words...), "")...)
		veil(t, "", append(append([]string{"__complete"}, words...), "-")...)
	})
	require.Equal(t, before, everyFile(t, home))
}
