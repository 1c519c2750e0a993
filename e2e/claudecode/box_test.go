// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/e2e/internal/hosts"
	"github.com/veil-guard/veil/e2e/internal/page"
	"github.com/veil-guard/veil/e2e/internal/provider"
	"github.com/veil-guard/veil/e2e/internal/sample"
)

// limit bounds one call of the host: a second or two on a quiet machine, where nothing
// else of the tests runs.
const limit = 3 * time.Minute

// guard says how veil is installed; the zero value is the normal way.
type guard struct {
	events        []string // the hook events; nil means all that veil answers
	missing       bool     // the program is not there
	brokenCatalog bool     // the client name catalogue cannot be read
	config        string   // the user's veil.yaml; ROOT stands for the box's folder
	plugin        *plugin  // veil comes as a plugin with a mod, not by the settings
}

// events are the hook events that veil answers.
func events() []string {
	return []string{
		"UserPromptSubmit", "UserPromptExpansion", "PreSkillShellCommand", "PreToolUse", "PostToolUse", "PostToolBatch", "PreCompact", "MessageDisplay",
	}
}

// box is one Claude Code with its home, project and provider.
type box struct {
	*hosts.Sandbox
	host    string
	mock    *provider.Server
	replies []string   // what the host printed, call by call
	stdin   string     // of every call
	site    *page.Page // the only page of the web, where the story has one
	mayFail bool       // a call of the host may end with another status than 0
}

func newBox(t *testing.T, host string, s scenario) *box {
	t.Helper()
	sandbox := hosts.NewSandbox(t, s.files)
	b := &box{Sandbox: sandbox, host: host, mock: provider.Anthropic(t, s.script(sandbox.Work))}
	b.Set(map[string]string{
		"CLAUDE_CONFIG_DIR":                        filepath.Join(b.Home, ".claude"),
		"ANTHROPIC_BASE_URL":                       b.mock.URL,
		"ANTHROPIC_API_KEY":                        "sk-ant-dummy",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
		"CLAUDE_CODE_MAX_RETRIES":                  "1",
		"DISABLE_TELEMETRY":                        "1",
		"DISABLE_ERROR_REPORTING":                  "1",
		"DISABLE_AUTOUPDATER":                      "1",
		"SHELL":                                    "/bin/bash", // else the host takes zsh where it is
		"IS_SANDBOX":                               "1",         // as root, bypassPermissions asks for it
	})
	return b
}

// install writes the user's settings with veil as the hook of each event.
func (b *box) install(t *testing.T, program string, g guard) {
	t.Helper()
	b.configure(t, g)
	if g.plugin != nil {
		b.addPlugin(t, program, *g.plugin)
		return
	}
	if g.missing {
		program = filepath.Join(b.Root, "no-such-veil")
	}
	if g.events == nil {
		g.events = events()
	}
	hook := map[string]any{
		"type": "command", "command": program, "args": []string{"claude-code"}, "timeout": 10, "onFailure": "block"}
	hooks := map[string]any{}
	for _, event := range g.events {
		hooks[event] = []any{map[string]any{"hooks": []any{hook}}}
	}
	settings, err := json.Marshal(map[string]any{"hooks": hooks})
	require.NoError(t, err)
	b.WriteFile(t, filepath.Join(b.Getenv("CLAUDE_CONFIG_DIR"), "settings.json"), string(settings))
}

// configure writes veil's own configuration.
func (b *box) configure(t *testing.T, g guard) {
	t.Helper()
	catalog := filepath.Join(b.Root, "clientes.txt")
	if g.brokenCatalog {
		// A folder cannot be read as a file, not even by root.
		catalog = b.Root
	} else {
		b.WriteFile(t, catalog, sample.Catalog)
	}
	b.Set(map[string]string{"VEIL_CATALOG": catalog})
	if g.config != "" {
		b.WriteFile(t, filepath.Join(b.Getenv("XDG_CONFIG_HOME"), "veil", "veil.yaml"),
			strings.ReplaceAll(g.config, "ROOT", b.Root))
	}
}

// ask calls `claude -p` with a prompt and keeps what it printed. A blocked
// prompt ends with status 0.
func (b *box) ask(t *testing.T, prompt string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	args = append([]string{"-p", "--output-format", "text", "--permission-mode", "bypassPermissions"}, args...)
	cmd := exec.CommandContext(ctx, b.host, append(args, "--", prompt)...)
	cmd.Dir, cmd.Env = b.Work, b.Environ()
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(b.stdin), &stdout, &stderr
	if err := cmd.Run(); !b.mayFail {
		require.NoError(t, err, "claude: %s", stderr.String())
	}
	b.replies = append(b.replies, stdout.String()+stderr.String())
}

// goOn is a second turn of the same conversation: half of all leaks show only
// there, when the history is sent again.
func (b *box) goOn(t *testing.T, prompt string) {
	t.Helper()
	b.ask(t, prompt, "--continue")
}
