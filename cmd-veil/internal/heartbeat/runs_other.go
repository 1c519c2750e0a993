// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package heartbeat

import "os"

// runs says whether there is a process of that number.
func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	return p.Release() == nil
}
