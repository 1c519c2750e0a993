// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
)

// managedSettings is where an administrator puts a machine's settings.
const managedSettings = "/etc/claude-code/managed-settings.json"

// SettingsFiles returns the absolute paths of the files that can switch Claude
// Code's hooks off: the person's, those of each workspace, and the machine's.
// An agent has no business in them. CLAUDE_CONFIG_DIR adds a directory.
func SettingsFiles(home string, workspaces []string) []string {
	files := []string{managedSettings}
	dirs := []string{os.Getenv("CLAUDE_CONFIG_DIR")}
	for _, parent := range append([]string{home}, workspaces...) {
		if parent != "" {
			dirs = append(dirs, filepath.Join(parent, ".claude"))
		}
	}
	for _, dir := range dirs {
		if filepath.IsAbs(dir) {
			files = append(files, filepath.Join(dir, "settings.json"), filepath.Join(dir, "settings.local.json"))
		}
	}
	return files
}
