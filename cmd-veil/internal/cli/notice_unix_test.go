// SPDX-License-Identifier: Apache-2.0

//go:build linux || darwin

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const toldOf = " gets tokens such as [DNI-001], not the values"

// bashCalls are the two hosts' calls of a shell.
func bashCalls() map[string]func(*testing.T, string) string {
	return map[string]func(*testing.T, string) string{
		"claude-code": claudeEvent("PreToolUse", `"tool_name":"Bash","tool_use_id":"t","tool_input":{"command":TEXT}`),
		"opencode":    openCodeEvent("tool.execute.before", `"tool":"bash","call":"c","leaves":[["/command",TEXT]]`),
	}
}

func TestKeptTokensAreSaidOnceInASession(t *testing.T) {
	for host, call := range bashCalls() {
		t.Run(host, func(t *testing.T) {
			newHome(t)
			ask := func(command string) string {
				r := veil(t, call(t, command), host)
				require.Equal(t, 0, r.code, r.err)
				requireAbsent(t, "the answer", r.stdout+r.err, "12345678Z")
				return r.stdout
			}
			first := ask("curl -d 12345678Z https://api.example.org/x")
			require.Contains(t, first, "api.example.org"+toldOf)
			member := map[string]string{"claude-code": "systemMessage", "opencode": "notice"}[host]
			require.Contains(t, jsonOf(t, first)[member], "api.example.org", "the person sees it")
			require.NotContains(t, ask("curl -d [DNI-001] https://api.example.org/y"), toldOf)
			require.Contains(t, ask("curl -d [DNI-001] https://other.example.org/y"), "other.example.org"+toldOf)
			require.Contains(t, ask("git commit -m [DNI-001]"), "git"+toldOf)
			other := veil(t, strings.ReplaceAll(call(t, "git commit -m [DNI-001]"), `"s1"`, `"s2"`), host)
			require.Contains(t, other.stdout, "git"+toldOf, "another session is told again")
			requireNowhere(t, os.Getenv("HOME"), "api.example.org")
		})
	}
}

// requireNowhere requires that no file below a folder holds the text.
func requireNowhere(t *testing.T, folder, text string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		assert.NotContains(t, string(content), text, path)
		return err
	}))
}

// TestSixteenHooksSayItOnce: sixteen hooks that a host starts at once, as processes.
func TestSixteenHooksSayItOnce(t *testing.T) {
	m := newMachine(t)
	event := fmt.Sprintf(`{"session_id":"s1","transcript_path":%s,"cwd":"/nowhere","hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"t","tool_input":{"command":"curl -d 12345678Z https://api.example.org/x"}}`, quote(m.transcript))
	var answers [16]string
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			cmd := m.command("claude-code")
			cmd.Stdin = strings.NewReader(event)
			out, err := cmd.Output()
			assert.NoError(t, err)
			answers[i] = string(out)
		})
	}
	wg.Wait()
	said := 0
	for _, answer := range answers {
		require.Contains(t, answer, "curl -d '[DNI-001]' https://api.example.org/x")
		said += strings.Count(answer, toldOf)
	}
	require.Equal(t, 1, said)
}

func TestShellWritesNoValueIntoAPipe(t *testing.T) {
	project := newHome(t)
	require.NoError(t, syscall.Mkfifo(filepath.Join(project, "pipe"), 0o600))
	require.NoError(t, os.Symlink("pipe", filepath.Join(project, "link")))
	require.NoError(t, os.Mkdir(filepath.Join(project, "sub"), 0o700))
	require.NoError(t, syscall.Mkfifo(filepath.Join(os.Getenv("HOME"), "pipe"), 0o600))
	hide := openCodeEvent("tool.execute.after", `"tool":"read","call":"c","leaves":[["/output",TEXT]]`)
	require.Contains(t, veil(t, hide(t, "12345678Z"), "opencode").stdout, "[DNI-001]")
	call := func(command string) string {
		event := openCodeEvent("tool.execute.before", `"tool":"bash","call":"c","leaves":[["/command",TEXT]]`)(t, command)
		return veil(t, strings.ReplaceAll(event, `"/nowhere"`, quote(project)), "opencode").stdout
	}
	for _, target := range []string{"pipe", "link", "./sub/../pipe", project + "/pipe", "~/pipe", "sub/x && cd .. && echo [DNI-001] > " + filepath.Base(project) + "/pipe"} {
		answer := call("echo [DNI-001] > " + target)
		require.Equal(t, "deny", jsonOf(t, answer)["decision"], target)
		require.Contains(t, answer, "a pipe", target)
		requireAbsent(t, "the answer", answer, "12345678Z")
	}
	require.Contains(t, call("cd sub && echo [DNI-001] > ../pipe"), "a pipe")
	require.Contains(t, call("echo [DNI-001] > file"), "echo 12345678Z > file")
	require.Equal(t, "allow", jsonOf(t, call("ls > pipe"))["decision"], "nothing of a person")
}

func TestShellWritesNoValueIntoAKeptFile(t *testing.T) {
	project := newHome(t)
	userConfig(t, "version: 1\nwrite: {keep: ['"+project+"/anon/**']}\n")
	require.NoError(t, os.Mkdir(filepath.Join(project, "anon"), 0o700))
	hide := openCodeEvent("tool.execute.after", `"tool":"read","call":"c","leaves":[["/output",TEXT]]`)
	require.Contains(t, veil(t, hide(t, "12345678Z"), "opencode").stdout, "[DNI-001]")
	for command, want := range map[string]string{
		"echo [DNI-001] > anon/a.txt":          "deny",
		"cd anon; grep [DNI-001] ../f > a.txt": "deny",
		"cp [DNI-001].txt anon":                "deny",
		"mkdir -p anon/[DNI-001]":              "deny",
		"ls > anon/a.txt":                      "allow",
		"echo [DNI-001] > other.txt":           "rewrite",
	} {
		event := openCodeEvent("tool.execute.before", `"tool":"bash","call":"c","leaves":[["/command",TEXT]]`)(t, command)
		answer := veil(t, strings.ReplaceAll(event, `"/nowhere"`, quote(project)), "opencode").stdout
		require.Equal(t, want, jsonOf(t, answer)["decision"], command)
	}
	event := openCodeEvent("tool.execute.before", `"tool":"write","call":"c","leaves":[["/filePath",`+quote(project+"/anon/a.txt")+`],["/content",TEXT]]`)(t, "[DNI-001]")
	require.Equal(t, "allow", jsonOf(t, veil(t, event, "opencode").stdout)["decision"], "Write leaves the token there")
}

// TestLookAlikeMayBeWritten: where the file has it already, or the person asked for it.
func TestLookAlikeMayBeWritten(t *testing.T) {
	project := newHome(t)
	prompt := openCodeEvent("chat.message", `"leaves":[["/parts/0/text",TEXT]]`)
	require.Contains(t, veil(t, prompt(t, "DNI 12345678Z"), "opencode").stdout, "[DNI-001]")
	file := writeFile(t, filepath.Join(project, "guide.md"), "written as [dni-001]\n")
	write := func(name, text string) any {
		event := openCodeEvent("tool.execute.before", `"tool":"write","call":"c","leaves":[["/filePath",`+quote(name)+`],["/content",TEXT]]`)
		return jsonOf(t, veil(t, event(t, text), "opencode").stdout)["decision"]
	}
	patch := func(name, text string) any {
		event := openCodeEvent("tool.execute.before", `"tool":"apply_patch","call":"c","leaves":[["/patchText",TEXT]]`)
		return jsonOf(t, veil(t, event(t, "*** Begin Patch\n*** Update File: "+name+"\n@@\n-"+text+"\n+x "+text+"\n*** End Patch"), "opencode").stdout)["decision"]
	}
	other := filepath.Join(project, "other.md")
	require.Equal(t, "allow", write(file, "still [dni-001]"))
	require.Equal(t, "allow", patch(file, "written as [dni-001]"))
	require.Equal(t, "deny", write(other, "[dni-001]"))
	require.Equal(t, "deny", patch(other, "[dni-001]"))
	require.Contains(t, veil(t, prompt(t, "write literally [dni-001]"), "opencode").stdout, `"allow"`)
	require.Equal(t, "allow", write(other, "[dni-001]"))
	require.Equal(t, "deny", write(other, "DNI_001"))

	claude := claudeEvent("UserPromptSubmit", `"prompt":TEXT`)
	veil(t, claude(t, "DNI 12345678Z, or [dni-002]"), "claude-code")
	veil(t, claude(t, "write [dni-001]"), "claude-code")
	written := claudeEvent("PreToolUse", `"tool_name":"Write","tool_use_id":"t","tool_input":{"file_path":"/nowhere/a.txt","content":TEXT}`)
	require.Empty(t, veil(t, written(t, "[dni-001]"), "claude-code").stdout)
	require.Contains(t, veil(t, written(t, "[Dni-001]"), "claude-code").stdout, `"deny"`)
}

func TestPurgeOfTheAgentIsDenied(t *testing.T) {
	for host, call := range bashCalls() {
		for _, command := range []string{"veil sessions purge --all --yes", "env -u CLAUDECODE /usr/bin/veil sessions purge x", "echo x | xargs veil sessions purge"} {
			newHome(t)
			r := veil(t, call(t, command), host)
			require.Contains(t, r.stdout, `"deny"`, command)
			require.Contains(t, r.stdout, "an agent's shell must not run this veil command", command)
		}
		require.NotContains(t, veil(t, call(t, "veil sessions list"), host).stdout, `"deny"`)
	}
}
