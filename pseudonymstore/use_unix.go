// SPDX-License-Identifier: Apache-2.0

//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package pseudonymstore

import (
	"errors"
	"os"
	"syscall"
)

// renamesOpen says whether a folder can be renamed while a file in it is open.
const renamesOpen = true

// share marks the session of an open log as in use, until the log is closed. It
// reports false while somebody has seized it.
func share(log *os.File) (bool, error) { return tryFlock(log, syscall.LOCK_SH) }

// seize claims the session of an open log for its removal, until the log is
// closed. It reports false if the session is in use.
func seize(log *os.File) (bool, error) { return tryFlock(log, syscall.LOCK_EX) }

func tryFlock(file *os.File, how int) (bool, error) {
	for {
		err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, fileError(file.Name(), "", err)
		}
	}
}
