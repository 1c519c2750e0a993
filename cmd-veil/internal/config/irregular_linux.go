// SPDX-License-Identifier: Apache-2.0

package config

import "syscall"

// remoteFilesystems are the file systems of other machines, by the numbers of
// statfs(2). FUSE and 9P are not among them: containers and WSL have local disks
// behind them.
func remoteFilesystems() []int64 {
	return []int64{
		0x6969,     // NFS
		0x517B,     // SMB
		0xFF534D42, // CIFS
		0xFE534D42, // SMB2
		0x5346414F, // AFS
		0x73757245, // Coda
	}
}

// isRemote says whether the file system at path belongs to another machine.
func isRemote(path string) bool {
	var s syscall.Statfs_t
	if syscall.Statfs(path, &s) != nil {
		return false
	}
	for _, magic := range remoteFilesystems() {
		if int64(s.Type) == magic { //nolint:unconvert // its size depends on the machine
			return true
		}
	}
	return false
}
