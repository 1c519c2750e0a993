// SPDX-License-Identifier: Apache-2.0

package config

import (
	"os"
	"path/filepath"
)

// Irregular says what a path leads to that is no plain file of this machine, or
// nothing. Links are followed; of a file that is not there yet, its folder counts.
func Irregular(path string) string {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		path = filepath.Dir(path)
	case info.Mode()&os.ModeNamedPipe != 0:
		return "a pipe"
	case info.Mode()&os.ModeSocket != 0:
		return "a socket"
	case info.Mode()&os.ModeDevice != 0:
		return "a device"
	}
	if isRemote(path) {
		return "on another machine"
	}
	return ""
}

// maxPresent bounds what is read of a file that a call is about to write.
const maxPresent = 8 << 20

// Present returns what a file holds, or "" if it cannot be read. A relative path
// is seen from cwd.
func Present(cwd, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(cwd, path)
	}
	text, err := ReadRegular(path, maxPresent)
	if err != nil {
		return ""
	}
	return string(text)
}
