// SPDX-License-Identifier: Apache-2.0

//go:build unix

package heartbeat

import (
	"errors"
	"syscall"
)

// runs says whether there is a process of that number.
func runs(pid int) bool {
	err := syscall.Kill(pid, 0)
	return pid > 0 && (err == nil || errors.Is(err, syscall.EPERM))
}
