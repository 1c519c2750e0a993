// SPDX-License-Identifier: Apache-2.0

package config

import (
	"os"
	"path/filepath"
)

// RepositoryOf returns the outermost repository that holds dir, or "".
func RepositoryOf(dir string) string {
	found := ""
	for filepath.IsAbs(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			found = dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return found
}
