// SPDX-License-Identifier: Apache-2.0

//go:build unix

package screen

import (
	"os"

	"golang.org/x/sys/unix"
)

// widthOf is that of a terminal, in columns; 80 if it does not tell.
func widthOf(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 {
		return usualWidth
	}
	return int(size.Col)
}
