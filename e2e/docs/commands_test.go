// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/veil"
)

// documents are the texts of all documents, by path. Change logs speak of the past.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/*/*.md", "../../*/README.md"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			texts[filepath.ToSlash(strings.TrimPrefix(path, "../../"))] = string(text)
		}
	}
	return texts
}

// hookOptions are options of the commands that the hosts call, which help does not list,
// and one of OpenCode's.
var hookOptions = map[string][]string{"claude-code": {"--mod", "--plugin"}, "opencode": {"--stdio"}, "run": {"--pure"}}

// Each command that a document shows is there, with the options that it is shown with;
// and what can be run as it stands, runs.
func TestDocumentsCommands(t *testing.T) {
	program := veil.Build(t)
	manual := helper{program, map[string]string{}}
	shown, ran := 0, 0
	for path, text := range documents(t) {
		for _, c := range Commands(text) {
			shown++
			help := manual.help(t, c.Words)
			assert.NotEmpty(t, help, "%s: there is no veil %v", path, c.Words)
			for _, option := range c.Options {
				if !slices.Contains(hookOptions[c.Words[0]], option) {
					assert.Contains(t, help, option, "%s: veil %v", path, c.Words)
				}
			}
			if c.Args == nil || c.Words[0] == "run" { // it needs OpenCode
				continue
			}
			ran++
			said, code := say(t, program, c.Args...)
			assert.Contains(t, []int{0, 1, 5, 6}, code, "%s: veil %v: %s", path, c.Args, said)
		}
	}
	assert.Greater(t, shown, 40)
	assert.GreaterOrEqual(t, ran, 5)
}

// helper remembers what help says.
type helper struct {
	program string
	known   map[string]string
}

// help returns what veil says of a command, or of one below it; "" if there is none.
func (h helper) help(t *testing.T, words []string) string {
	t.Helper()
	if len(words) == 0 {
		return h.ask(t, "help")
	}
	text := h.ask(t, "help", words[0])
	if strings.Contains(text, "\nCOMMANDS:\n") && len(words) > 1 {
		return h.ask(t, words[0], "help", words[1])
	}
	return text
}

func (h helper) ask(t *testing.T, args ...string) string {
	t.Helper()
	key := strings.Join(args, " ")
	text, known := h.known[key]
	if !known {
		said, code := say(t, h.program, args...)
		if code == 0 {
			text = said
		}
		h.known[key] = text
	}
	return text
}

// say runs veil where both hosts have been, in a home directory of its own.
func say(t *testing.T, program string, args ...string) (said string, code int) {
	t.Helper()
	home := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".claude"), 0o700))
	require.NoError(t, os.MkdirAll(filepath.Join(home, ".config", "opencode"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(home, "project"), 0o700))
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = filepath.Join(home, "project")
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(out), failed.ExitCode()
	}
	require.NoError(t, err)
	return string(out), 0
}

func TestDocumentsMageTargets(t *testing.T) {
	paths, err := filepath.Glob("../../magefile*.go")
	require.NoError(t, err)
	var files strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		files.Write(text)
	}
	targets := MageTargets(files.String())
	require.True(t, targets["check"] && targets["release:rehearse"] && targets["fuzz"])
	named := 0
	for path, text := range documents(t) {
		for _, name := range MageCalls(text) {
			named++
			require.True(t, targets[name], "%s: there is no target %s", path, name)
		}
	}
	require.Greater(t, named, 10)
}

func TestCommands(t *testing.T) {
	got := Commands("Say `veil check [FILE]... [--json]`.\n\n    veil sessions list --json   # all\n    veil sessions show ID\n    ls\n| `veil sessions list\\|show ID` |\n")
	require.Equal(t, []Command{
		{[]string{"check"}, []string{"--json"}, nil},
		{[]string{"sessions", "list"}, []string{"--json"}, []string{"sessions", "list", "--json"}},
		{[]string{"sessions", "show"}, nil, nil},
		{[]string{"sessions", "list"}, nil, nil},
	}, got)
}
