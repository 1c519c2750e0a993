// SPDX-License-Identifier: Apache-2.0

//go:build unix

package doctor

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// isOpen says whether others than the owner have any right to a file.
func isOpen(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

// mayRead says whether this user may read a file.
func mayRead(path string) error {
	return unix.Faccessat(unix.AT_FDCWD, path, unix.R_OK, unix.AT_EACCESS)
}

// mayEnter says whether this user may make files in a folder.
func mayEnter(path string) error {
	return unix.Faccessat(unix.AT_FDCWD, path, unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}
