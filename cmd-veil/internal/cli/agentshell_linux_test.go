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

// TestAgentsShellCannotReadValuesThroughTheHook has a shell that is called claude
// stand for the host. What it starts itself is a hook; what a shell below it
// starts is a command of the agent.
func TestAgentsShellCannotReadValuesThroughTheHook(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "veil")
	out, err := exec.Command("go", "build", "-o", program, "../../cmd/veil").CombinedOutput()
	require.NoError(t, err, "%s", out)
	newHome(t)
	notAnAgent(t)
	shell, err := os.ReadFile("/bin/sh")
	require.NoError(t, err)
	host := filepath.Join(dir, "claude")
	require.NoError(t, os.WriteFile(host, shell, 0o700))

	run := func(script, event string) string {
		cmd := exec.Command(host, "-c", script+"\ntrue") // the last command keeps the shell from becoming veil
		cmd.Stdin = strings.NewReader(event)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	hook := program + " claude-code"
	prompt := claudeEvent("PostToolUse", `"tool_name":"Bash","tool_use_id":"t","tool_input":{},"tool_response":{"stdout":TEXT}`)(t, "12345678Z")
	require.Contains(t, run(hook, prompt), "[DNI-001]")
	write := claudeEvent("PreToolUse", `"tool_name":"Write","tool_use_id":"t","tool_input":{"file_path":"/x","content":TEXT}`)(t, "[DNI-001]")
	require.Contains(t, run(hook, write), "12345678Z", "the host itself gets it")

	inner := run("/bin/sh -c '"+hook+"; true'", write)
	require.NotContains(t, inner, "12345678Z")
	require.Contains(t, inner, "refused inside the agent's own shell")
	link := filepath.Join(dir, "linked", "claude")
	require.NoError(t, os.Mkdir(filepath.Dir(link), 0o700))
	require.NoError(t, os.Symlink("/bin/sh", link))
	require.NotContains(t, run(link+" -c '"+hook+"; true'", write), "12345678Z", "a shell by the host's name")
	require.Contains(t, run("/bin/sh -c '"+hook+"; true'", prompt), "[DNI-001]", "hiding is open to all")
}
