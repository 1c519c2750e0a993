// SPDX-License-Identifier: Apache-2.0

package install

// Host is a program that veil can be installed for.
type Host struct {
	Name    string // as the command line names it
	Program string
	Title   string // for a person
}

// Known are the hosts.
func Known() [2]Host {
	return [2]Host{{ClaudeCode, "claude", "Claude Code"}, {OpenCode, "opencode", "OpenCode"}}
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
