// SPDX-License-Identifier: Apache-2.0

package hostprocess

import "syscall"

// groupOfItsOwn gives a program a group, and the end of its parent.
func groupOfItsOwn() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
