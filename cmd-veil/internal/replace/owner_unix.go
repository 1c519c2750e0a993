// SPDX-License-Identifier: Apache-2.0

//go:build unix

package replace

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a new file the owner of the one it replaces.
func keepOwner(f *os.File, of fs.FileInfo) error {
	stat, ok := of.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) == os.Geteuid() && int(stat.Gid) == os.Getegid() {
		return nil
	}
	return f.Chown(int(stat.Uid), int(stat.Gid))
}
