// SPDX-License-Identifier: Apache-2.0

//go:build unix

package hostprocess

import (
	"os/exec"
	"syscall"
)

// inGroup gives a program a group of its own, with what it starts.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = groupOfItsOwn()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// endGroup ends what a program left running.
func endGroup(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // there is none in most cases
	}
}
