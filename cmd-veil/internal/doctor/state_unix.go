// SPDX-License-Identifier: Apache-2.0

//go:build unix

package doctor

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn says whether a file belongs to this user.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// isOpen says whether others than the owner have any right to a file.
func isOpen(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
