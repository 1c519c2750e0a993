// SPDX-License-Identifier: Apache-2.0

package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// claudeFolder is where Claude Code loads a person's plugin from by itself.
func (p Places) claudeFolder() string { return filepath.Join(p.Claude, "skills", "veil") }

func (p Places) claudeSettings() string { return filepath.Join(p.Claude, "settings.json") }

// installPlugin plans the Claude Code plugin. It needs no settings.
func (p Places) installPlugin(plan *Plan) error {
	text, err := readPlain(p.claudeSettings())
	if no, ok := errors.AsType[*Refusal](err); ok {
		return no
	}
	if err == nil {
		if _, ok := installedHooks(string(text)); ok {
			return &Refusal{
				What:   p.claudeSettings() + " runs veil as hooks: with the plugin values would be put back twice",
				Remedy: "run veil uninstall claude-code, or take those hooks out; then install again",
			}
		}
	}
	before := len(plan.Changes)
	if err := plan.copyPlugin(claudeFiles, p.claudeFolder(), p.Program); err != nil {
		return err
	}
	plan.note(before, ClaudeCode, ": veil's plugin, with a copy of this veil, goes into %s", p.claudeFolder())
	return nil
}

// installHooks plans the hooks for a Claude Code without mods.
func (p Places) installHooks(plan *Plan) error {
	if filepath.Base(p.Program) != "veil" {
		return &Refusal{What: p.Program + " is not called veil", Remedy: "rename it, and install again"}
	}
	if _, err := os.Stat(filepath.Join(p.claudeFolder(), manifest)); err == nil {
		return &Refusal{
			What:   p.claudeFolder() + " holds veil's plugin: with hooks values would be put back twice",
			Remedy: "run veil uninstall claude-code; then install again",
		}
	}
	before := len(plan.Changes)
	if err := plan.enter(p.claudeSettings(), hookEntries{p.Program}); err != nil {
		return err
	}
	plan.note(before, ClaudeCode, ": %s runs %s in its hooks", p.claudeSettings(), p.Program)
	return nil
}

// installOpenCode plans the OpenCode plugin, and the entry that names it.
func (p Places) installOpenCode(plan *Plan) error {
	before := len(plan.Changes)
	if err := plan.copyPlugin(openCodeFiles, p.openCodeFolder(), p.Program); err != nil {
		return err
	}
	settings := p.openCodeSettings()
	if err := plan.enter(settings, p.openCodeEntry()); err != nil {
		return err
	}
	plan.note(before, OpenCode, ": veil's plugin, with a copy of this veil, goes into %s, and %s names it", p.openCodeFolder(), filepath.Base(settings))
	return nil
}

func (p Places) uninstallClaudeCode(plan *Plan) error {
	before := len(plan.Changes)
	e := hookEntries{}
	if text, err := readPlain(p.claudeSettings()); err == nil {
		e.program, _ = installedHooks(string(text))
	}
	if err := plan.leave(p.claudeSettings(), e); err != nil {
		return err
	}
	if err := plan.removePlugin(claudeFiles, p.claudeFolder(), filepath.Dir(p.claudeFolder()), p.Claude); err != nil {
		return err
	}
	plan.note(before, ClaudeCode, ": veil goes out of %s", p.Claude)
	return nil
}

func (p Places) uninstallOpenCode(plan *Plan) error {
	before := len(plan.Changes)
	for _, name := range []string{"opencode.json", "opencode.jsonc"} {
		if err := plan.leave(filepath.Join(p.OpenCode, name), p.openCodeEntry()); err != nil {
			return err
		}
	}
	if err := plan.removePlugin(openCodeFiles, p.openCodeFolder(), p.OpenCode); err != nil {
		return err
	}
	plan.note(before, OpenCode, ": veil goes out of %s", p.OpenCode)
	return nil
}

// note adds a line that begins with a host's name, if there were changes since.
func (plan *Plan) note(before int, host, format string, args ...any) {
	if len(plan.Changes) > before {
		title := HostOf(host).Title
		plan.Hosts = append(plan.Hosts, title)
		plan.Notes = append(plan.Notes, title+fmt.Sprintf(format, args...))
	}
}
