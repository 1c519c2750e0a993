// SPDX-License-Identifier: Apache-2.0

package claudecode

import "fmt"

// hookSeconds is the host's time limit for one hook, in seconds. veil's own
// limit is well below it.
const hookSeconds = 10

// HookSettings returns the part of Claude Code's settings that installs veil: a
// JSON object, one event a line. veil is the absolute path of the program: a
// cloned repository can change PATH. The form with args (2.1.139) starts the
// program without a shell; onFailure (2.1.295) has the host block where the hook
// dies.
func HookSettings(veil string) []byte {
	run := fmt.Sprintf(`"hooks": [{"type": "command", "command": %s, "args": ["claude-code"], "timeout": %d, "onFailure": "block"}]`,
		quote(veil), hookSeconds)
	return []byte(`{
  "hooks": {
    "UserPromptSubmit": [{` + run + `}],
    "UserPromptExpansion": [{` + run + `}],
    "PreSkillShellCommand": [{` + run + `}],
    "PreToolUse": [{"matcher": "*", ` + run + `}],
    "PostToolUse": [{"matcher": "*", ` + run + `}],
    "PostToolBatch": [{` + run + `}],
    "PreCompact": [{` + run + `}],
    "MessageDisplay": [{` + run + `}]
  }
}
`)
}
