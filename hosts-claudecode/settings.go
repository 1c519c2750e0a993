// SPDX-License-Identifier: Apache-2.0

package claudecode

// hookSeconds is the host's time limit for one hook, in seconds. veil's own
// limit is well below it.
const hookSeconds = 10

type settings struct {
	Hooks hooks `json:"hooks"`
}

type hooks struct {
	UserPromptSubmit []matcher
	PreToolUse       []matcher
	PostToolUse      []matcher
	MessageDisplay   []matcher
}

type matcher struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []command `json:"hooks"`
}

type command struct {
	Type      string   `json:"type"`
	Command   string   `json:"command"`
	Args      []string `json:"args"`
	Timeout   int      `json:"timeout"`
	OnFailure string   `json:"onFailure"`
}

// HookSettings returns the part of Claude Code's settings that installs veil,
// as indented JSON. veil is the absolute path of the program: a cloned
// repository can change PATH. The form with args (2.1.139) starts the program
// without a shell; onFailure (2.1.295) has the host block where the hook dies.
func HookSettings(veil string) []byte {
	run := []command{{"command", veil, []string{"claude-code"}, hookSeconds, "block"}}
	every := []matcher{{Hooks: run}}
	tools := []matcher{{Matcher: "*", Hooks: run}}
	return encode(settings{hooks{every, tools, tools, every}}, "  ")
}
