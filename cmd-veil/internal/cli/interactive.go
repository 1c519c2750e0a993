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
	if name == "" || slices.Contains(host.argv, "-p") || slices.Contains(host.argv, "--print") {
		return false
	}
	out, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/1", host.pid))
	return err == nil && (strings.HasPrefix(out, "/dev/pts/") || strings.HasPrefix(out, "/dev/tty"))
}
