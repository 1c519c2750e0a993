// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/veil-guard/veil/core"
)

const (
	pluginName = "veil"
	pluginMod  = "hooks/register.js"
	// pluginProgram is where the plugin keeps its program.
	pluginProgram = "program/veil"
)

// pluginFaults says what is wrong with veil's plugin where Claude Code looks for it by
// itself, in a person's folder of skills. installed says whether it is there.
func pluginFaults(home string) (faults []Fault, installed bool) {
	for _, dir := range []string{os.Getenv("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude")} {
		folder := filepath.Join(dir, "skills", pluginName)
		manifest := filepath.Join(folder, ".claude-plugin", "plugin.json")
		if !filepath.IsAbs(dir) || member(manifest, "name").Text() != pluginName {
			continue
		}
		installed = true
		hooks := filepath.Join(folder, "hooks", "hooks.json")
		if !isOnly(member(hooks, "modules"), "./"+filepath.Base(pluginMod)) {
			faults = append(faults, Fault{hooks, "names no mod of veil", "run veil install claude-code"})
		}
		for _, event := range []string{UserPromptSubmit, PreToolUse, postToolUse} {
			if !member(hooks, "hooks").Get(event).Exists() {
				faults = append(faults, Fault{hooks, "no hook of veil for " + event, "run veil install claude-code"})
			}
		}
		if info, err := os.Stat(filepath.Join(folder, pluginMod)); err != nil || !info.Mode().IsRegular() {
			faults = append(faults, Fault{filepath.Join(folder, pluginMod), "the mod is not there", "run veil install claude-code"})
		}
		if info, err := os.Stat(filepath.Join(folder, pluginProgram)); err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
			faults = append(faults, Fault{filepath.Join(folder, pluginProgram), "the program is not there", "run veil install claude-code"})
		}
	}
	return faults, installed
}

// member returns a member of a JSON file; an absent value if there is none.
func member(file, name string) core.Value {
	text, err := os.ReadFile(file)
	if err != nil {
		return core.Value{}
	}
	doc, err := core.ParseDocument(text)
	if err != nil {
		return core.Value{}
	}
	return doc.Root().Get(name)
}

// switchedPlugin looks at whether settings switch a plugin of veil on or off.
func switchedPlugin(file string, settings core.Value) (faults []Fault, on bool) {
	for name, value := range settings.Get("enabledPlugins").Members {
		if !strings.HasPrefix(name, pluginName+"@") {
			continue
		}
		if string(value.Raw()) == "false" {
			faults = append(faults, Fault{file, "enabledPlugins switches veil off", "remove that line"})
		} else {
			on = true
		}
	}
	return faults, on
}
