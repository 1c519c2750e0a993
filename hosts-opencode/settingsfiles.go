// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"os"
	"path/filepath"
)

// InstallDir is the folder beside OpenCode's configuration that veil install
// fills: veil-plugin.js, and its program as program/veil.
const InstallDir = "veil"

// SettingsFiles returns the absolute paths of the files and folders that can
// switch OpenCode's plugins off or add one: the person's and those of each
// workspace. An agent has no business in them. XDG_CONFIG_HOME, OPENCODE_CONFIG
// and OPENCODE_CONFIG_DIR add more.
func SettingsFiles(home string, workspaces []string) []string {
	var paths []string
	dirs := []string{os.Getenv("OPENCODE_CONFIG_DIR")}
	if xdg := os.Getenv("XDG_CONFIG_HOME"); xdg != "" {
		dirs = append(dirs, filepath.Join(xdg, "opencode"))
	}
	if home != "" {
		dirs = append(dirs, filepath.Join(home, ".config", "opencode"))
	}
	for _, w := range workspaces {
		dirs = append(dirs, filepath.Join(w, ".opencode"))
		paths = append(paths, configFiles(w)...)
	}
	for _, dir := range dirs {
		paths = append(paths, configFiles(dir)...)
		paths = append(paths, filepath.Join(dir, "plugin"), filepath.Join(dir, "plugins"), filepath.Join(dir, InstallDir))
	}
	return onlyAbsolute(append(paths, os.Getenv("OPENCODE_CONFIG")))
}

func configFiles(dir string) []string {
	return []string{filepath.Join(dir, "opencode.json"), filepath.Join(dir, "opencode.jsonc")}
}

func onlyAbsolute(paths []string) []string {
	var list []string
	for _, p := range paths {
		if filepath.IsAbs(p) {
			list = append(list, p)
		}
	}
	return list
}
