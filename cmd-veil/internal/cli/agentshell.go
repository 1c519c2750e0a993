// SPDX-License-Identifier: Apache-2.0

package cli

import "os"

// agentMarkers are variables that the hosts set for the commands they run.
var agentMarkers = map[string]string{
	"CLAUDECODE":             "Claude Code",
	"CLAUDE_CODE_SESSION_ID": "Claude Code",
	"OPENCODE":               "OpenCode",
	"OPENCODE_PID":           "OpenCode",
}

// startedInAgentShell says whether a known host is among the ancestors and did
// not start this process itself: then a command of the agent did. A shell that
// goes by a host's name is no host.
func startedInAgentShell() bool {
	host, name := agentAncestor()
	return name != "" && (host.pid != os.Getppid() || host.isShell())
}

// refuseAgent refuses, inside an agent's shell, what only a person may do.
func (s streams) refuseAgent(what string) error {
	host := agentShell()
	if host == "" {
		return nil
	}
	s.complain("refused inside "+host+": an agent must not "+what, "run it in a terminal of your own")
	return codeError(exitDenied)
}

// agentShell returns the host in whose shell this process runs, or "". Besides
// the hosts' variables, which a command can unset, it looks at the ancestors.
func agentShell() string {
	for marker, host := range agentMarkers {
		if os.Getenv(marker) != "" {
			return host
		}
	}
	_, host := agentAncestor()
	return host
}
