// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/veil-guard/veil/core"
)

// workspacesOf returns the directories that belong to the project, with the
// repositories they lie in: what is there was not written by the person.
func workspacesOf(ev core.Event) []string {
	var list []string
	cwd, _ := os.Getwd()
	for _, dir := range []string{ev.Cwd, os.Getenv("CLAUDE_PROJECT_DIR"), cwd} {
		for _, w := range []string{dir, repositoryOf(dir)} {
			if w != "" && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	return list
}

// repositoryOf returns the outermost repository that holds dir, or "".
func repositoryOf(dir string) string {
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
