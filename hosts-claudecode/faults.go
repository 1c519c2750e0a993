// SPDX-License-Identifier: Apache-2.0

package claudecode

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/veil-guard/veil/core"
)

// Fault is a reason for which veil's hooks do not run, or do not hold. Remedy is "run"
// and a command, or what is to be written in the file.
type Fault struct {
	File   string
	Text   string
	Remedy string
}

// Faults reads the settings that [SettingsFiles] names and says what is wrong
// with veil's hooks in them. A switch in a project's file turns the person's own
// hooks off without a word (measured, 2.1.332). installed says whether any of the
// files holds a hook of veil, or veil's plugin is there or switched on.
func Faults(home string, workspaces []string) (faults []Fault, installed bool) {
	return faultsIn(home, SettingsFiles(home, workspaces))
}

func faultsIn(home string, files []string) (faults []Fault, installed bool) {
	hooked := map[string]bool{}
	faults, installed = pluginFaults(home)
	modded := installed
	for _, file := range files {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		doc, parseErr := core.ParseDocument(bytes.TrimPrefix(text, []byte("\ufeff"))) // Claude Code reads past it
		switch {
		case err != nil:
			faults = append(faults, Fault{file, "cannot be read", "run chmod u+r " + file})
			continue
		case parseErr != nil || !doc.Root().IsObject():
			faults = append(faults, Fault{file, "not JSON: Claude Code drops the whole file", "mend it"})
			continue
		}
		if string(doc.Root().Get("disableAllHooks").Raw()) == "true" {
			faults = append(faults, Fault{file, "disableAllHooks switches veil off", "remove that line"})
		}
		off, on := switchedPlugin(file, doc.Root())
		faults, installed = append(faults, off...), installed || on
		faults = append(faults, droppedFaults(file, doc.Root())...)
		if file == managedSettings() {
			faults = append(faults, managedFaults(file, doc.Root(), modded)...)
		}
		faults = append(faults, hookFaults(file, doc.Root().Get("hooks"), hooked)...)
	}
	if len(hooked) == 0 {
		return faults, installed
	}
	if installed {
		faults = append(faults, Fault{filepath.Join(home, ".claude", "settings.json"), "veil is there twice: as hooks, and as a plugin", "run veil uninstall claude-code, then veil install claude-code"})
	}
	for _, event := range []string{UserPromptSubmit, UserPromptExpansion, PreSkillShellCommand, PreToolUse, postToolUse, PostToolBatch, PreCompact} {
		if !hooked[event] {
			faults = append(faults, Fault{filepath.Join(home, ".claude", "settings.json"), "no hook of veil for " + event, "run veil install claude-code --hooks"})
		}
	}
	return faults, true
}

// hookFaults looks at the hooks of veil in one file and notes their events.
func hookFaults(file string, hooks core.Value, hooked map[string]bool) []Fault {
	var faults []Fault
	for event, matchers := range hooks.Members {
		for _, matcher := range matchers.Members {
			for _, hook := range matcher.Get("hooks").Members {
				if f, leaves := networkFault(file, event, hook); leaves {
					faults = append(faults, f)
				}
				if !isVeil(hook) {
					continue
				}
				hooked[event] = true
				text, remedy := hookFault(hook)
				if text == "" && !coversAll(event, matcher.Get("matcher")) {
					text, remedy = "covers only some tools", `write "matcher": "*"`
				}
				if text != "" {
					faults = append(faults, Fault{file, fmt.Sprintf("the %s hook %s", event, text), remedy})
				}
			}
		}
	}
	return faults
}

// networkFault tells of a hook that Claude Code itself sends to an address: it gets
// arguments with their values, and results before they are rewritten (measured, 2.1.332).
// One on this machine is its owner's business.
func networkFault(file, event string, hook core.Value) (Fault, bool) {
	if hook.Get("type").Text() != "http" || isLoopback(hook.Get("url").Text()) {
		return Fault{}, false
	}
	return Fault{file, "the " + event + " hook of type http sends real values to another machine", "remove it"}, true
}

// isLoopback says whether an address is on this machine.
func isLoopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip, _ := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || ip.IsLoopback()
}

// coversAll says whether a matcher of the event lets every tool through.
func coversAll(event string, matcher core.Value) bool {
	return event != PreToolUse && event != postToolUse || !matcher.Exists() || matcher.Text() == "*" || string(matcher.Raw()) == `""`
}

// isVeil says whether a hook is meant to run veil claude-code, in either form.
func isVeil(hook core.Value) bool {
	if strings.Contains(hook.Get("command").Text(), "claude-code") {
		return true
	}
	for _, arg := range hook.Get("args").Members {
		if arg.Text() == "claude-code" {
			return true
		}
	}
	return false
}

// hookFault says what is wrong with a hook of veil, or "".
func hookFault(hook core.Value) (text, remedy string) {
	program := hook.Get("command").Text()
	info, err := os.Stat(program)
	switch {
	case hook.Get("type").Text() != "command":
		return "is not of the type that runs a program", `write "type": "command"`
	case !hook.Get("args").Exists():
		return "is run by a shell", `give "args": ["claude-code"], and the program alone as "command"`
	case !isOnly(hook.Get("args"), "claude-code"):
		return "has other arguments than claude-code", `give "args": ["claude-code"]`
	case !filepath.IsAbs(program):
		return "names veil without its whole path: a project can change PATH", "write the absolute path"
	case err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0:
		return "names a program that is not there", "write the absolute path of veil"
	case strings.TrimSuffix(filepath.Base(program), ".exe") != "veil":
		return "runs another program than veil", "write the absolute path of veil"
	case hook.Get("onFailure").Text() != "block":
		return "lets everything pass when veil fails", `add "onFailure": "block"`
	case string(hook.Get("async").Raw()) == "true" || string(hook.Get("asyncRewake").Raw()) == "true":
		return "is asynchronous and blocks nothing", `remove "async"`
	case hook.Get("if").Exists() || hook.Get("once").Exists():
		return "runs only sometimes", `remove "if" and "once"`
	case !isEnoughTime(hook.Get("timeout")):
		return "gives veil too little time to answer", fmt.Sprintf(`write "timeout": %d`, hookSeconds)
	}
	return "", ""
}

// isOnly says whether an array holds that text and nothing else.
func isOnly(array core.Value, text string) bool {
	found := 0
	for _, element := range array.Members {
		if element.Text() != text {
			return false
		}
		found++
	}
	return found == 1
}

// isEnoughTime says whether a hook's time limit, in seconds, is above veil's own.
// Without one the host's default holds, which is longer.
func isEnoughTime(timeout core.Value) bool {
	if !timeout.Exists() {
		return true
	}
	seconds, err := strconv.ParseFloat(string(timeout.Raw()), 64)
	return err == nil && seconds >= hookSeconds
}
