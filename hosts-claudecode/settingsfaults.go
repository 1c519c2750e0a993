// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// droppedFaults says what has Claude Code drop a file of settings whole, with all that
// is in it (measured, 2.1.332): a hook without a command, and rules that are no list.
func droppedFaults(file string, settings core.Value) []Fault {
	var faults []Fault
	for event, matchers := range settings.Get("hooks").Members {
		for _, matcher := range matchers.Members {
			for _, hook := range matcher.Get("hooks").Members {
				if hook.Get("type").Text() == "command" && hook.Get("command").Text() == "" {
					faults = append(faults, Fault{file, "a hook for " + event + " has no command: Claude Code drops the whole file", "give it a command, or remove it"})
				}
			}
		}
	}
	for _, name := range []string{"allow", "ask", "deny"} {
		if rules := settings.Get("permissions").Get(name); rules.Exists() && !strings.HasPrefix(string(rules.Raw()), "[") {
			faults = append(faults, Fault{file, "permissions." + name + " is no list: Claude Code drops the whole file", "write a list"})
		}
	}
	return faults
}

// managedFaults says what a machine's settings take from veil (measured, 2.1.332). They
// leave a plugin alone that they enable. modded says whether the person has veil's plugin.
func managedFaults(file string, settings core.Value, modded bool) []Fault {
	for name, value := range settings.Get("enabledPlugins").Members {
		if strings.HasPrefix(name, pluginName+"@") && string(value.Raw()) == "true" {
			return nil
		}
	}
	const remedy = "run veil uninstall claude-code, then sudo veil install claude-code --managed"
	for _, name := range []string{"allowManagedHooksOnly", "allowManagedModsOnly"} {
		if string(settings.Get(name).Raw()) == "true" && (modded || name == "allowManagedHooksOnly") {
			return []Fault{{file, name + " switches your own veil off", remedy}}
		}
	}
	if !modded {
		return nil
	}
	for range settings.Members {
		return []Fault{{file, "managed settings keep your plugin from Claude Code's requests: veil lets no prompt pass", remedy}}
	}
	return nil
}
