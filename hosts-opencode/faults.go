// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Fault is a reason for which veil's plugin does not load, or does not hold. Remedy is
// "run" and a command.
type Fault struct {
	File   string
	Text   string
	Remedy string
}

// Faults reads the configuration files that [SettingsFiles] names and says what
// is wrong with veil's plugin in them. OpenCode itself says nothing when a plugin
// does not load. installed says whether any of the files names the plugin. binary
// is the value of VEIL_BINARY; where it is empty, a program beside the plugin will do.
func Faults(home string, workspaces []string, binary string) (faults []Fault, installed bool) {
	program, fault := binary, Fault{"VEIL_BINARY", "is not the absolute path of a program: every event is denied", "run unset VEIL_BINARY, then veil install opencode"}
	if binary == "" {
		fault = Fault{"VEIL_BINARY", "is not set, and no program stands beside the plugin: every event is denied", "run veil install opencode"}
	}
	for _, file := range SettingsFiles(home, workspaces) {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for _, plugin := range pluginsOf(string(text)) {
			installed = true
			path, ok := pathOf(plugin)
			if ok && binary == "" {
				program = filepath.Join(filepath.Dir(path), "program", "veil")
				fault = Fault{program, "is not there, or cannot be run: every event is denied", "run veil install opencode"}
			}
			if ok && !isFile(path) {
				faults = append(faults, Fault{file, "names a plugin that is not there: OpenCode runs on unguarded", "run veil install opencode"})
			}
		}
	}
	if installed && !isProgram(program) {
		faults = append(faults, fault)
	}
	return faults, installed
}

// pluginsOf returns the texts in a configuration that name veil's plugin. The
// file may hold comments (JSONC); a line that is one does not count.
func pluginsOf(config string) []string {
	var plugins []string
	for line := range strings.Lines(config) {
		if strings.HasPrefix(strings.TrimSpace(line), "//") {
			continue
		}
		for i, text := range strings.Split(line, `"`) {
			if i%2 == 1 && IsPlugin(text) {
				plugins = append(plugins, text)
			}
		}
	}
	return plugins
}

// IsPlugin says whether an entry of OpenCode's settings names a plugin of veil, by its file
// or its package, whoever wrote it.
func IsPlugin(name string) bool {
	return name == "veil-opencode" || strings.HasSuffix(name, "veil-plugin.js")
}

// pathOf returns the file that a plugin's entry names; ok is false for the name
// of a package and for a path that is relative to something else.
func pathOf(plugin string) (path string, ok bool) {
	if u, err := url.Parse(plugin); err == nil && u.Scheme == "file" {
		plugin = u.Path
	}
	return plugin, filepath.IsAbs(plugin)
}

// isProgram says whether a path is absolute and names a file that can be run.
func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && filepath.IsAbs(path) && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
