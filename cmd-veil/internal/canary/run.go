// SPDX-License-Identifier: Apache-2.0

package canary

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/hostprocess"
	"github.com/veil-guard/veil/cmd-veil/mock"
)

// sessionID is how OpenCode names its session in what it prints.
var sessionID = regexp.MustCompile(`"sessionID":"(ses_[A-Za-z0-9]+)"`)

// run starts a host and waits for it. Of what it prints only the ids of sessions are kept:
// it may hold whatever the person's own settings print.
func (s *scene) run(ctx context.Context, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, s.host.Path, args...)
	cmd.Dir, cmd.Env = s.work, env
	var out hostprocess.Printed
	cmd.Stdout = &out
	err := hostprocess.Run(cmd)
	for _, id := range sessionID.FindAllStringSubmatch(out.String(), -1) {
		s.ids[id[1]] = true
	}
	var failed *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return errLate
	case errors.As(err, &failed):
		return fmt.Errorf("the host ended with exit code %d", failed.ExitCode())
	case err != nil:
		return errors.New("the host did not start")
	}
	return nil
}

// runClaudeCode plays Claude Code, and once more with a clean prompt if the first was
// refused.
func runClaudeCode(ctx context.Context, s *scene, server *mock.Server) error {
	if err := s.copySettings(".claude/settings.json", ".claude/settings.local.json"); err != nil {
		return err
	}
	vars := proxies(server)
	maps.Copy(vars, map[string]string{
		"ANTHROPIC_BASE_URL": server.URL, "ANTHROPIC_API_KEY": key,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "CLAUDE_CODE_MAX_RETRIES": "0", "DISABLE_TELEMETRY": "1",
		"DISABLE_ERROR_REPORTING": "1", "DISABLE_AUTOUPDATER": "1",
	})
	// The person's settings may set the same variables: those of the command line win.
	settings, err := json.Marshal(map[string]any{"env": vars, "apiKeyHelper": "echo " + key, "skipWebFetchPreflight": true})
	if err != nil {
		return err
	}
	args := []string{
		"-p", "--output-format", "text", "--permission-mode", "acceptEdits", "--strict-mcp-config", "--settings", string(settings),
		"--allowedTools", "Read,Edit,Write,Bash(cat:*)",
	}
	env := s.environment(server, vars)
	for _, prompt := range []string{s.prompt() + " @" + mentioned, clean} {
		id, err := s.newSession()
		if err != nil {
			return err
		}
		if err := s.run(ctx, env, slices.Concat(args, []string{"--session-id", id, "--", prompt})...); err != nil || s.asked > 0 {
			return err
		}
	}
	return nil
}

// runOpenCode plays OpenCode. What it keeps of conversations goes into the session's
// folder, where it finds no credential either.
func runOpenCode(ctx context.Context, s *scene, server *mock.Server) error {
	if err := s.copySettings("opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"); err != nil {
		return err
	}
	if err := s.seed(filepath.Join(s.work, ".opencode")); err != nil {
		return err
	}
	model := map[string]any{
		"name": "canary", "tool_call": true, "attachment": true, "limit": map[string]any{"context": 200000, "output": 8000},
		"modalities": map[string]any{"input": []string{"text"}, "output": []string{"text"}},
	}
	config, err := json.Marshal(map[string]any{
		"autoupdate": false, "share": "disabled", "snapshot": false, "enabled_providers": []string{provider},
		"model": provider + "/canary", "small_model": provider + "/canary",
		"provider": map[string]any{provider: map[string]any{
			"npm": "@ai-sdk/openai-compatible", "name": "canary", "options": map[string]any{"baseURL": server.URL, "apiKey": key},
			"models": map[string]any{"canary": model},
		}},
	})
	if err != nil {
		return err
	}
	env := s.environment(server, map[string]string{
		"OPENCODE_CONFIG_CONTENT": string(config), "XDG_DATA_HOME": filepath.Join(s.root, "data"),
		"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
		"OPENCODE_DISABLE_SHARE": "1", "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
	})
	return s.run(ctx, env, "run", "--format", "json", "--auto", "--model", provider+"/canary", "--file", filepath.Join(s.work, mentioned), "--", s.prompt())
}

// provider is the one that OpenCode is to ask.
const provider = "veil-canary"

// seed has OpenCode believe that its plugin package is installed in a folder: else it runs
// npm, and waits for it.
func (s *scene) seed(dir string) error {
	const dependencies = `{"dependencies":{"@opencode-ai/plugin":"*"}}`
	for name, text := range map[string]string{
		"package.json": dependencies, "node_modules/.keep": "",
		"package-lock.json": `{"name":"seed","lockfileVersion":3,"packages":{"":` + strings.TrimSpace(dependencies) + `}}`,
	} {
		if err := write(filepath.Join(dir, name), text); err != nil {
			return err
		}
	}
	return nil
}
