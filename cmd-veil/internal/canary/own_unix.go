// SPDX-License-Identifier: Apache-2.0

//go:build unix

package canary

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
