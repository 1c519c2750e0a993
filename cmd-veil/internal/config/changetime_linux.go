// SPDX-License-Identifier: Apache-2.0

package config

import (
	"io/fs"
	"syscall"
	"time"
)

// changeTime is when the file or its attributes last changed. Unlike the time of
// modification nobody can set it.
func changeTime(info fs.FileInfo) time.Time {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(stat.Ctim.Unix())
	}
	return info.ModTime()
}
