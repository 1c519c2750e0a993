// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package config

import (
	"io/fs"
	"os"
)

// isPrivate relies on the person's profile directory, which is theirs alone.
func isPrivate(fs.FileInfo) bool { return true }

// openPrivate reads a regular file, which is not a link.
func openPrivate(path string) ([]byte, bool) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	data, err := os.ReadFile(path)
	return data, err == nil
}

// identity returns nothing: the times and the size must do.
func identity(fs.FileInfo) (inode, owner uint64) { return 0, 0 }
