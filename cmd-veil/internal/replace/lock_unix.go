// SPDX-License-Identifier: Apache-2.0

//go:build unix

package replace

import (
	"errors"
	"os"
	"syscall"
)

// Alone calls f while no other process is in an Alone of that directory. Where the file
// system has no locks it just calls f. What a process that was killed left there goes.
func Alone(dir string, f func() error) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = syscall.Flock(int(folder.Fd()), syscall.LOCK_EX) // ends with the file
	clearUp(dir)
	return errors.Join(f(), folder.Close())
}
