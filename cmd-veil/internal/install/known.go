// SPDX-License-Identifier: Apache-2.0

package install

// Host is a program that veil can be installed for.
type Host struct {
	Name    string // as the command line names it
	Program string
	Title   string // for a person
	Package string // of npm, in a version that veil knows
}

// Known are the hosts.
func Known() [2]Host {
	return [2]Host{
		{ClaudeCode, "claude", "Claude Code", "@anthropic-ai/claude-code"},
		{OpenCode, "opencode", "OpenCode", "opencode-ai@1.18.33"},
	}
}

// HostOf returns the host with that name; the zero value if there is none.
func HostOf(name string) Host {
	for _, h := range Known() {
		if h.Name == name {
			return h
		}
	}
	return Host{}
}
