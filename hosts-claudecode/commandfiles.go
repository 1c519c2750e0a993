// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"path/filepath"
	"strings"
)

// CommandFiles returns where the text of a command of the person or the project can
// stand: below the configuration directory ("" if unknown) and below .claude in cwd and
// the directories above it. It is nil for a name that names no file.
func CommandFiles(config, cwd, name string) []string {
	parts := strings.Split(name, ":")
	for _, part := range parts {
		if part == "" || part == "." || part == ".." || strings.ContainsAny(part, `/\`+"\x00") {
			return nil
		}
	}
	var dirs []string
	if config != "" {
		dirs = append(dirs, config)
	}
	for dir := cwd; filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		dirs = append(dirs, filepath.Join(dir, ".claude"))
		if dir == filepath.Dir(dir) {
			break
		}
	}
	below := filepath.Join(parts...)
	var files []string
	for _, dir := range dirs {
		files = append(files, filepath.Join(dir, "commands", below+".md"), filepath.Join(dir, "skills", below, "SKILL.md"))
	}
	return files
}
