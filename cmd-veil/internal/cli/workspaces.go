// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"slices"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
)

// workspacesOf returns the directories that belong to the project, with the
// repositories they lie in: what is there was not written by the person.
func workspacesOf(ev core.Event) []string {
	var list []string
	cwd, _ := os.Getwd()
	for _, dir := range []string{ev.Cwd, os.Getenv("CLAUDE_PROJECT_DIR"), cwd} {
		for _, w := range []string{dir, config.RepositoryOf(dir)} {
			if w != "" && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	return list
}
