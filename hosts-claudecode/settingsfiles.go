// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"runtime"
)

// ManagedFolder is where Claude Code reads an administrator's settings; no variable of the
// environment moves it.
func ManagedFolder() string {
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	default:
		return "/etc/claude-code"
	}
}

func managedSettings() string { return filepath.Join(ManagedFolder(), "managed-settings.json") }

// SettingsFiles returns the absolute paths of the files that can switch Claude
// Code's hooks off: the person's, those of each workspace, and the machine's.
// An agent has no business in them. CLAUDE_CONFIG_DIR adds a directory.
func SettingsFiles(home string, workspaces []string) []string {
	files := []string{managedSettings()}
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
