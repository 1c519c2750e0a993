// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// interactiveHost says whether the host that started this hook writes to a
// screen that a person reads. The environment is not asked: a project can set
// it, and would make a log file pass for a screen. Where the system does not
// show the host's output (/proc), the answer is no.
func interactiveHost() bool {
	host, name := agentAncestor()
	return name != "" && !slices.Contains(host.argv, "-p") && !slices.Contains(host.argv, "--print") && host.hasScreen()
}

// interactiveOpenCode says so of OpenCode, whose screen is there only without a command.
func interactiveOpenCode() bool {
	host, name := agentAncestor()
	return name != "" && !slices.ContainsFunc(host.argv[1:], isOpenCodeCommand) && host.hasScreen()
}

// isOpenCodeCommand says whether a word is a command of OpenCode (measured, 1.18.33)
// that puts no conversation on this process's screen.
func isOpenCodeCommand(word string) bool {
	switch word {
	case "run", "serve", "web", "acp", "attach", "agent", "mcp", "github", "pr", "debug", "models", "auth", "providers",
		"session", "stats", "export", "import", "upgrade", "uninstall", "completion", "db", "plugin", "plug":
		return true
	}
	return false
}

// hasScreen says whether the process's standard output is a terminal.
func (p process) hasScreen() bool {
	out, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/1", p.pid))
	return err == nil && (strings.HasPrefix(out, "/dev/pts/") || strings.HasPrefix(out, "/dev/tty"))
}
