// SPDX-License-Identifier: Apache-2.0

//go:build unix

package pseudonymstore

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// distrust returns the remedy for a file or folder that others than the user
// can read or replace, or "" for a private one.
func distrust(path string, info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() {
		return "it belongs to another user: remove it"
	}
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Sprintf("others have access to it: chmod go= %s", path)
	}
	return ""
}

// syncFolder makes new names in a folder durable.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	return folder.Sync()
}
