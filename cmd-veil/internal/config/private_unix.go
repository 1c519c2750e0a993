// SPDX-License-Identifier: Apache-2.0

//go:build unix

package config

import (
	"io/fs"
	"os"
	"syscall"

	"github.com/veil-guard/veil/cmd-veil/internal/owner"
)

// isPrivate says whether a file is the person's own and nobody else's to read.
func isPrivate(info fs.FileInfo) bool {
	return owner.IsOwn(info) && info.Mode().Perm()&0o077 == 0
}

// openPrivate maps a private regular file, which is not a link. It stays mapped: a
// process opens one or two.
func openPrivate(path string) ([]byte, bool) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, false
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || !isPrivate(info) || info.Size() == 0 || int64(int(info.Size())) != info.Size() {
		return nil, false
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE)
	return data, err == nil
}

// identity returns a file's number and owner.
func identity(info fs.FileInfo) (inode, owner uint64) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Ino), uint64(stat.Uid) //nolint:unconvert // their sizes depend on the system
	}
	return 0, 0
}
