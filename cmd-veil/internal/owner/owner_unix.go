// SPDX-License-Identifier: Apache-2.0

//go:build unix

// Package owner says whose a file is.
package owner

import (
	"io/fs"
	"os"
	"syscall"
)

// IsOwn says whether a file belongs to this user.
func IsOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
