// SPDX-License-Identifier: Apache-2.0

//go:build unix && !linux

package hostprocess

import "syscall"

// groupOfItsOwn gives a program a group.
func groupOfItsOwn() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
