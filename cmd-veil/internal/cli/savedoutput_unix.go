// SPDX-License-Identifier: Apache-2.0

//go:build unix

package cli

import (
	"io/fs"
	"syscall"
)

// hasOtherNames says whether the file can be reached by another path too.
func hasOtherNames(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || stat.Nlink != 1
}
