// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/shellword"
	"github.com/veil-guard/veil/core"
	opencode "github.com/veil-guard/veil/hosts-opencode"
)

const hostOpenCode = install.OpenCode

// openCode looks at OpenCode.
func (p *patient) openCode(ctx context.Context) Host {
	if !p.wants(hostOpenCode) {
		return Host{}
	}
	if p.unreadable(hostOpenCode, opencode.SettingsFiles(p.home, p.workspaces)) {
		return Host{Name: hostOpenCode}
	}
	h := p.find(ctx, hostOpenCode)
	binary := os.Getenv("VEIL_BINARY")
	faults, installed := opencode.Faults(p.home, p.workspaces, binary)
	if installed {
		h.Way, h.Guard = "plugin", binary
		if binary == "" && p.places.IsInstalled(hostOpenCode) {
			h.Guard = p.places.PluginProgram(hostOpenCode)
		}
	} else {
		p.missing(h, p.places.OpenCode)
	}
	for _, f := range faults {
		what, run := mend(f.File, f.Remedy)
		if run == "veil install opencode" && p.isByHand() {
			what, run = p.mendByHand(f.File)
		}
		p.add(Finding{"settings", Bad, h.Name, f.File, f.Text, what, run})
	}
	p.openCodeSettings(h)
	if isOn(os.Getenv("OPENCODE_PURE")) {
		p.add(Finding{Check: "environment", Level: Bad, Host: h.Name, Where: "OPENCODE_PURE", Text: "has OpenCode load no plugin: it runs on unguarded", Run: "unset OPENCODE_PURE"})
	}
	if h.Version != "" {
		if _, err := core.Matrix().Require(core.Host{Name: core.OpenCode, Version: h.Version}, core.History, core.Rewrite); err != nil {
			p.add(Finding{Check: "host-version", Level: Bad, Host: h.Name, Where: h.Path, Text: "the plugins of OpenCode " + h.Version + " are not known to this veil", Remedy: core.ReasonOf(err).Remedy, Run: "opencode upgrade 1.18.33"})
		}
	}
	if installed {
		p.copies(ctx, &h)
	}
	return h
}

// isByHand says whether an installation would refuse what is there.
func (p *patient) isByHand() bool {
	_, err := p.places.Install([]string{hostOpenCode}, false)
	_, refused := errors.AsType[*install.Refusal](err)
	return refused
}

// mendByHand says what to do about a plugin that no installation wrote: one would refuse
// to go in beside it. The fault is in settings, or it is a program that is missing.
func (p *patient) mendByHand(file string) (what, run string) {
	const byHand = "it was set up by hand: "
	if ext := filepath.Ext(file); ext == ".json" || ext == ".jsonc" || p.Veil == "" {
		return byHand + "take that entry out, and run veil install opencode", edit(file)
	}
	return byHand + "name a program, or take it out of the settings and run veil install opencode", "export VEIL_BINARY=" + shellword.Quote(p.Veil)
}

// openCodeSettings looks at the files of settings themselves, those of the project too:
// they cannot take the plugin out of the person's list (measured, 1.18.33), but with one
// that does not parse OpenCode does not start, and another plugin comes behind veil.
func (p *patient) openCodeSettings(h Host) {
	for _, file := range opencode.SettingsFiles(p.home, p.workspaces) {
		if ext := filepath.Ext(file); ext != ".json" && ext != ".jsonc" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		plugins, err := install.OpenCodePlugins(string(text))
		switch {
		case err != nil:
			p.add(Finding{Check: "settings-syntax", Level: Attention, Host: h.Name, Where: file, Text: "does not parse: OpenCode does not start", Remedy: "mend it", Run: edit(file)})
		case p.isProject(file) && len(plugins) > 0:
			p.add(Finding{Check: "project-plugins", Level: Note, Host: h.Name, Where: file, Text: "the project has OpenCode load plugins behind veil: what they add, only the fetch guard sees", Run: edit(file)})
		}
	}
}

// isProject says whether a file lies in the project and not in the person's own folders.
func (p *patient) isProject(file string) bool {
	for _, w := range p.workspaces {
		if w != "" && strings.HasPrefix(file, w+string(filepath.Separator)) && !strings.HasPrefix(file, p.places.OpenCode+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
