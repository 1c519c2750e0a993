// SPDX-License-Identifier: Apache-2.0

package install

import (
	"os"
	"path/filepath"
)

// HooksInstalled returns how the person's Claude Code runs veil by its settings: "hooks"
// and the program, or nothing if they hold no hook of veil.
func (p Places) HooksInstalled() (way, program string) {
	text, err := readPlain(p.claudeSettings())
	if err != nil {
		return "", ""
	}
	if program, ok := installedHooks(string(text)); ok {
		return "hooks", program
	}
	return "", ""
}

// HasHooksAlone says whether the person's Claude Code runs veil by its settings, and has
// no plugin of veil beside.
func (p Places) HasHooksAlone() bool {
	way, _ := p.HooksInstalled()
	_, err := os.Stat(filepath.Join(p.claudeFolder(), manifest))
	return way != "" && err != nil
}

// PluginProgram returns the veil of the person's installed plugin, whether it is there or
// not.
func (p Places) PluginProgram(host string) string {
	if host == OpenCode {
		return filepath.Join(p.openCodeFolder(), programFile)
	}
	return filepath.Join(p.claudeFolder(), programFile)
}

// ManagedProgram returns the veil that the machine's managed settings have everybody run,
// or "" if there is none.
func (p Places) ManagedProgram() string {
	file := filepath.Join(p.managedPlugin(), programFile)
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

// IsInstalled says whether an installation put veil into the host, and not the person.
func (p Places) IsInstalled(host string) bool {
	paths := []string{p.PluginProgram(host)}
	if host == ClaudeCode {
		paths = append(paths, p.claudeSettings()+backupEnding)
	}
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			return true
		}
	}
	return false
}

// OpenCodePlugins returns what the settings of an OpenCode name as plugins. An error
// means that OpenCode would not read them.
func OpenCodePlugins(text string) ([]string, error) {
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	plugins := d.root.get("plugin")
	if d.root.kind != '{' && d.root.kind != 0 || plugins.kind != '[' && plugins.kind != 0 {
		return nil, errSyntax
	}
	var names []string
	for _, p := range plugins.parts {
		names = append(names, pluginName(p.node))
	}
	return names, nil
}
