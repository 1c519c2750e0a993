// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
)

// process is a running program, as /proc shows it.
type process struct {
	pid  int
	argv []string
}

// program is the file that the process runs.
func (p process) program() string { return fmt.Sprintf("/proc/%d/exe", p.pid) }

// words are the program's name and its first argument: a host may be a script,
// and then its name stands second.
func (p process) words() []string { return p.argv[:min(2, len(p.argv))] }

// isShell says whether the program is a shell, whatever it calls itself.
func (p process) isShell() bool {
	file, err := os.Readlink(p.program())
	if err != nil {
		return false
	}
	switch filepath.Base(file) {
	case "sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "busybox":
		return true
	}
	return false
}

// agentAncestor returns the nearest ancestor of this process that is a known
// host, with the host's name. It finds none where the system has no /proc.
func agentAncestor() (p process, host string) {
	for pid := os.Getppid(); pid > 1; pid = parentOf(pid) {
		p := process{pid, argvOf(pid)}
		for _, word := range p.words() {
			program := strings.TrimSuffix(filepath.Base(word), ".exe")
			for _, host := range install.Known() {
				if program == host.Program {
					return p, host.Title
				}
			}
		}
	}
	return process{}, ""
}

func argvOf(pid int) []string {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return nil
	}
	return strings.Split(string(line), "\x00")
}

// parentOf returns the parent of a process, or 0 if unknown.
func parentOf(pid int) int {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name stands in parentheses and may hold anything; the state and the
	// parent follow the last one (proc(5)).
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(string(fields[1]))
	return parent
}
