// SPDX-License-Identifier: Apache-2.0

package release

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Digests returns the SHA-256 digests, in hexadecimal, of the files that a build
// left in a folder, by path. Left out are GoReleaser's notes on its own run:
// they hold the time, and are not published.
func Digests(dist string) (map[string]string, error) {
	notes := []string{"artifacts.json", "config.yaml", "metadata.json"}
	of := map[string]string{}
	err := filepath.WalkDir(dist, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dist, path)
		if err != nil || slices.Contains(notes, name) {
			return err
		}
		content, err := os.ReadFile(path)
		of[filepath.ToSlash(name)] = fmt.Sprintf("%x", sha256.Sum256(content))
		return err
	})
	return of, err
}

// Same asserts that two builds gave the same files, of which there must be some.
// The error names all that differ or are in one build only.
func Same(a, b map[string]string) error {
	if len(a) == 0 {
		return errors.New("the build left no files")
	}
	var differ []string
	for name, digest := range a {
		if b[name] != digest {
			differ = append(differ, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			differ = append(differ, name)
		}
	}
	if len(differ) == 0 {
		return nil
	}
	slices.Sort(differ)
	return fmt.Errorf("two builds differ in %s", strings.Join(differ, ", "))
}
