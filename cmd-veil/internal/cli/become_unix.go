// SPDX-License-Identifier: Apache-2.0

//go:build unix

package cli

import (
	"os"
	"syscall"
)

// become runs a program in the place of this process: who ends this one, by whatever
// signal, ends the program. The error says why it did not start.
func become(program string, args []string) error {
	return os.NewSyscallError("exec", syscall.Exec(program, append([]string{program}, args...), os.Environ()))
}
