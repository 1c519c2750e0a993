// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"os"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/core"
	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

const hostClaudeCode = install.ClaudeCode

// blockingHooks are the versions whose hooks can block where the hook itself dies
// (onFailure).
var blockingHooks = core.VersionRange{From: "2.1.295"}

// unguarding are the variables that have Claude Code run no hooks and no plugins
// (measured, 2.1.332).
var unguarding = []string{"CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"}

// claudeCode looks at Claude Code.
func (p *patient) claudeCode(ctx context.Context) Host {
	if !p.wants(hostClaudeCode) {
		return Host{}
	}
	if p.unreadable(hostClaudeCode, claudecode.SettingsFiles(p.home, p.workspaces)) {
		return Host{Name: hostClaudeCode}
	}
	h := p.find(ctx, hostClaudeCode)
	faults, installed := claudecode.Faults(p.home, p.workspaces)
	if installed {
		h.Way, h.Guard = p.claudeCodeWay()
	} else {
		p.missing(h, p.places.Claude)
	}
	for _, f := range faults {
		what, run := mend(f.File, f.Remedy)
		p.add(Finding{"settings", Bad, h.Name, f.File, f.Text, what, run})
	}
	for _, name := range unguarding {
		if isOn(os.Getenv(name)) {
			p.add(Finding{Check: "environment", Level: Bad, Host: h.Name, Where: name, Text: "has Claude Code run no hooks and no plugins", Run: "unset " + name})
		}
	}
	p.claudeCodeVersion(h)
	if installed {
		p.copies(ctx, &h)
	}
	return h
}

// claudeCodeWay is how veil is there, and the program that runs: a person's plugin, their
// hooks, or a plugin that settings enable, which may stand anywhere.
func (p *patient) claudeCodeWay() (way, guard string) {
	own := p.places.PluginProgram(hostClaudeCode)
	if _, err := os.Stat(own); err == nil {
		return "plugin", own
	}
	if way, guard = p.places.HooksInstalled(); way != "" {
		return way, guard
	}
	return "plugin", p.places.ManagedProgram()
}

// claudeCodeVersion says whether the host is too old for the way that veil is there.
func (p *patient) claudeCodeVersion(h Host) {
	if h.Version == "" {
		return
	}
	_, err := core.Matrix().Require(core.Host{Name: core.ClaudeCodeMod, Version: h.Version}, core.System, core.Rewrite)
	switch {
	case h.Way == "plugin" && err != nil:
		p.add(Finding{Check: "host-version", Level: Bad, Host: h.Name, Where: h.Path, Text: h.Version + " is too old for veil's plugin", Remedy: core.ReasonOf(err).Remedy, Run: "claude update"})
	case h.Way == "hooks" && !blockingHooks.Holds(h.Version):
		p.add(Finding{Check: "host-version", Level: Bad, Host: h.Name, Where: h.Path, Text: h.Version + " lets everything pass when a hook fails", Remedy: "use " + blockingHooks.String(), Run: "claude update"})
	case h.Way == "hooks" && err == nil:
		p.add(Finding{Check: "hooks-alone", Level: Note, Host: h.Name, Text: "hooks alone do not see CLAUDE.md, and stop a session whose command fails with a value", Remedy: "the plugin does",
			Run: "veil uninstall claude-code && veil install claude-code"})
	}
}

// isOn says whether a variable is set to something that switches on.
func isOn(value string) bool {
	switch strings.ToLower(value) {
	case "", "0", "false", "no", "off", "n":
		return false
	}
	return true
}
