// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/core"
	opencode "github.com/veil-guard/veil/hosts-opencode"
)

const hostOpenCode = install.OpenCode

// openCode looks at OpenCode.
func (p *patient) openCode(ctx context.Context) Host {
	if !p.wants(hostOpenCode) {
		return Host{}
	}
	h := p.find(ctx, hostOpenCode)
	binary := os.Getenv("VEIL_BINARY")
	faults, installed := opencode.Faults(p.home, p.workspaces, binary)
	if installed {
		h.Way, h.Guard = "plugin", binary
		if binary == "" {
			h.Guard = p.places.PluginProgram(hostOpenCode)
		}
	} else {
		p.missing(h, p.places.OpenCode)
	}
	for _, f := range faults {
		what, run := mend(f.File, f.Remedy)
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
