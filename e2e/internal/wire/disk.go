// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
)

// FilesWith returns the regular files below dir that hold value as raw bytes,
// relative to dir, in lexical order. Files that vanish meanwhile are skipped.
func FilesWith(dir, value string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return ignoreVanished(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return ignoreVanished(err)
		}
		if bytes.Contains(data, []byte(value)) {
			rel, err := filepath.Rel(dir, path)
			found = append(found, rel)
			return err
		}
		return nil
	})
	return found, err
}

func ignoreVanished(err error) error {
	if os.IsNotExist(err) {
		return nil
	}
	return err
}
