// SPDX-License-Identifier: Apache-2.0

// Package beside finds the other program of veil.
package beside

import (
	"os"
	"path/filepath"
	"runtime"
)

// Program returns the absolute path of a program in the folder of this one, or in that
// which a link to this one leads to; "" if there is none. PATH is not asked: a project can
// change it.
func Program(name string) string {
	own, err := os.Executable()
	if err != nil {
		return ""
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	real, err := filepath.EvalSymlinks(own)
	if err != nil {
		real = own
	}
	for _, file := range []string{own, real} {
		path := filepath.Join(filepath.Dir(file), name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
