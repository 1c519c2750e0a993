// SPDX-License-Identifier: Apache-2.0

//go:build unix

package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/cmd-veil/internal/install"
	"github.com/veil-guard/veil/cmd-veil/internal/version"
	"github.com/veil-guard/veil/pseudonymstore"
)

// healthy is a home in which veil is set up in both hosts, which are scripts on the PATH.
type healthy struct {
	*testing.T
	home, project, bin, veil string
}

func newHealthy(t *testing.T) healthy {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	h := healthy{t, filepath.Join(root, "home"), filepath.Join(root, "project"), filepath.Join(root, "bin"), filepath.Join(root, "veil", "veil")}
	for _, name := range []string{
		"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "VEIL_CATALOG", "VEIL_BINARY", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE",
		"OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "OPENCODE_PURE",
	} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", h.home)
	t.Setenv("PATH", h.bin)
	require.NoError(t, os.MkdirAll(h.project, 0o700))
	t.Chdir(h.project)
	h.program(h.veil, "veil "+version.Veil())
	h.program(filepath.Join(h.bin, "claude"), "2.1.332 (Claude Code)")
	h.program(filepath.Join(h.bin, "opencode"), "1.18.33")
	h.write(filepath.Join(h.home, "clients.txt"), "Talleres Imaginarios\n")
	h.config("catalog: ~/clients.txt\n")
	h.install(false, install.ClaudeCode, install.OpenCode)
	session, err := pseudonymstore.Open(h.state(), "s")
	require.NoError(t, err)
	require.NoError(t, session.Close())
	return h
}

func (h healthy) state() string { return filepath.Join(h.home, ".local", "state", "veil") }
func (h healthy) config(text string) {
	h.write(filepath.Join(h.home, ".config", "veil", "veil.yaml"), "version: 1\n"+text)
}
func (h healthy) claude(text string) {
	h.write(filepath.Join(h.home, ".claude", "settings.json"), text)
}

func (h healthy) write(path, text string) {
	h.Helper()
	require.NoError(h, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(h, os.WriteFile(path, []byte(text), 0o600))
}

// program writes a script that says something.
func (h healthy) program(path, says string) {
	h.Helper()
	h.script(path, "echo '"+says+"'")
}

func (h healthy) script(path, text string) {
	h.Helper()
	h.write(path, "#!/bin/sh\n"+text+"\n")
	h.executable(path)
}

func (h healthy) executable(path string) {
	h.Helper()
	require.NoError(h, os.Chmod(path, 0o700)) //nolint:gosec // a program
}

func (h healthy) pipe(path string) {
	h.Helper()
	require.NoError(h, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(h, syscall.Mkfifo(path, 0o600))
}

func (h healthy) install(hooks bool, hosts ...string) {
	h.Helper()
	places, err := install.Find(h.home, h.veil)
	require.NoError(h, err)
	plan, err := places.Install(hosts, hooks)
	require.NoError(h, err)
	require.NoError(h, plan.Apply())
}

func (h healthy) uninstall(hosts ...string) {
	h.Helper()
	places, err := install.Find(h.home, h.veil)
	require.NoError(h, err)
	plan, err := places.Uninstall(hosts)
	require.NoError(h, err)
	require.NoError(h, plan.Apply())
}

func (h healthy) examine(hosts ...string) []Finding {
	h.Helper()
	cwd, err := os.Getwd()
	require.NoError(h, err)
	r := Examine(h.Context(), Options{Hosts: hosts, Veil: h.veil, Cwd: cwd, Patience: time.Minute})
	for _, f := range r.Findings {
		if f.Level == Bad || f.Level == Attention {
			require.NotEmpty(h, f.Run, "%s: %s: no command mends it", f.Check, f.Text)
		}
	}
	return r.Findings
}

func TestHealthy(t *testing.T) {
	h := newHealthy(t)
	require.Equal(t, OK, Worst(h.examine()), "%+v", h.examine())
	h.install(false, install.ClaudeCode)
	h.uninstall(install.ClaudeCode)
	h.install(true, install.ClaudeCode)
	t.Setenv("VEIL_CATALOG", filepath.Join(h.home, "clients.txt")) // named twice is no fault
	findings := h.examine()
	require.Equal(t, OK, Worst(findings), "%+v", findings)
	require.Contains(t, findings, Finding{
		Check: "hooks-alone", Level: Note, Host: hostClaudeCode, Text: "hooks alone do not see CLAUDE.md, and stop a session whose command fails with a value",
		Remedy: "the plugin does", Run: "veil uninstall claude-code && veil install claude-code",
	})
}

// Each way of breaking it is one row: what is done to a healthy installation, and the one
// finding that follows. $HOME stands for the home directory and $PROJECT for the project.
func TestWaysOfBreakingIt(t *testing.T) {
	skill := func(h healthy, name string) string { return filepath.Join(h.home, ".claude", "skills", "veil", name) }
	openCode := func(h healthy, name string) string { return filepath.Join(h.home, ".config", "opencode", name) }
	tests := []struct {
		name   string
		damage func(healthy)
		want   Finding // Text is a part of it
	}{
		// Claude Code.
		{"disableAllHooks of the person", func(h healthy) { h.claude(`{"disableAllHooks":true}`) },
			Finding{"settings", Bad, hostClaudeCode, "$HOME/.claude/settings.json", "disableAllHooks switches veil off", "remove that line", `"${EDITOR:-vi}" $HOME/.claude/settings.json`}},
		{"disableAllHooks of the project", func(h healthy) {
			h.write(filepath.Join(h.project, ".claude", "settings.json"), `{"disableAllHooks":true}`)
		},
			Finding{"settings", Bad, hostClaudeCode, "$PROJECT/.claude/settings.json", "disableAllHooks switches veil off", "remove that line", `"${EDITOR:-vi}" $PROJECT/.claude/settings.json`}},
		{"disableAllHooks of the project, local", func(h healthy) {
			h.write(filepath.Join(h.project, ".claude", "settings.local.json"), `{"disableAllHooks":true}`)
		}, Finding{"settings", Bad, hostClaudeCode, "$PROJECT/.claude/settings.local.json", "disableAllHooks switches veil off", "remove that line", `"${EDITOR:-vi}" $PROJECT/.claude/settings.local.json`}},
		{"settings that are no JSON", func(h healthy) { h.claude(`{"model":"m",}`) },
			Finding{"settings", Bad, hostClaudeCode, "$HOME/.claude/settings.json", "not JSON: Claude Code drops the whole file", "mend it", `"${EDITOR:-vi}" $HOME/.claude/settings.json`}},
		{"a hook beside without a command", func(h healthy) { h.claude(`{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}]}}`) },
			Finding{"settings", Bad, hostClaudeCode, "$HOME/.claude/settings.json", "a hook for Stop has no command", "give it a command, or remove it", `"${EDITOR:-vi}" $HOME/.claude/settings.json`}},
		{"a rule that is no list", func(h healthy) { h.claude(`{"permissions":{"allow":"x"}}`) },
			Finding{"settings", Bad, hostClaudeCode, "$HOME/.claude/settings.json", "permissions.allow is no list", "write a list", `"${EDITOR:-vi}" $HOME/.claude/settings.json`}},
		{"the plugin is switched off by the project", func(h healthy) {
			h.write(filepath.Join(h.project, ".claude", "settings.json"), `{"enabledPlugins":{"veil@skills-dir":false}}`)
		}, Finding{"settings", Bad, hostClaudeCode, "$PROJECT/.claude/settings.json", "enabledPlugins switches veil off", "remove that line", `"${EDITOR:-vi}" $PROJECT/.claude/settings.json`}},
		{"no mod", func(h healthy) { require.NoError(h, os.Remove(skill(h, "hooks/register.js"))) },
			Finding{"settings", Bad, hostClaudeCode, "$HOME/.claude/skills/veil/hooks/register.js", "the mod is not there", "", "veil install claude-code"}},
		{"a mod that does not parse", func(h healthy) { h.write(skill(h, "hooks/register.js"), "export const register = (") },
			Finding{"copies", Bad, hostClaudeCode, "$HOME/.claude/skills/veil/hooks/register.js", "is not what veil install wrote", "", "veil install claude-code"}},
		{"no program in the plugin", func(h healthy) { require.NoError(h, os.Chmod(skill(h, "program/veil"), 0o600)) },
			Finding{"settings", Bad, hostClaudeCode, "$HOME/.claude/skills/veil/program/veil", "the program is not there", "", "veil install claude-code"}},
		{"an older program in the plugin", func(h healthy) { h.program(skill(h, "program/veil"), "veil v0.0.1") },
			Finding{"copies", Attention, hostClaudeCode, "$HOME/.claude/skills/veil/program/veil", "is veil v0.0.1, another than veil", "", "veil install claude-code"}},
		{"a host that is too old for mods", func(h healthy) { h.program(filepath.Join(h.bin, "claude"), "2.1.200 (Claude Code)") },
			Finding{"host-version", Bad, hostClaudeCode, "$BIN/claude", "2.1.200 is too old for veil's plugin", "use claude-code+mod 2.1.332 and later", "claude update"}},
		{"a host that is too old for hooks", func(h healthy) {
			h.uninstall(install.ClaudeCode)
			h.install(true, install.ClaudeCode)
			h.program(filepath.Join(h.bin, "claude"), "2.1.200 (Claude Code)")
		}, Finding{"host-version", Bad, hostClaudeCode, "$BIN/claude", "2.1.200 lets everything pass when a hook fails", "use 2.1.295 and later", "claude update"}},
		{"a host that says no version", func(h healthy) { h.program(filepath.Join(h.bin, "claude"), "hello") },
			Finding{"host-version", Attention, hostClaudeCode, "$BIN/claude", "does not say its version", "", "$BIN/claude --version"}},
		{"a host that fails", func(h healthy) { h.script(filepath.Join(h.bin, "claude"), "echo 2.1.332; exit 3") },
			Finding{"host-version", Attention, hostClaudeCode, "$BIN/claude", "does not say its version", "", "$BIN/claude --version"}},
		{"a host that prints what no text is", func(h healthy) { h.script(filepath.Join(h.bin, "opencode"), "head -c 3000000 /dev/zero") },
			Finding{"host-version", Attention, hostOpenCode, "$BIN/opencode", "does not say its version", "", "$BIN/opencode --version"}},
		{"a file that is no program", func(h healthy) {
			h.write(filepath.Join(h.bin, "claude"), "x")
			h.executable(filepath.Join(h.bin, "claude"))
		},
			Finding{"host-version", Attention, hostClaudeCode, "$BIN/claude", "does not say its version", "", "$BIN/claude --version"}},
		{"a host that is set up and not found", func(h healthy) { require.NoError(h, os.Remove(filepath.Join(h.bin, "claude"))) },
			Finding{"host", Attention, hostClaudeCode, "", "its program is not on the PATH: its version is not known, and no canary is played", "install it, or add its folder to PATH", "npm install -g @anthropic-ai/claude-code"}},
		{"the other host that is set up and not found", func(h healthy) { require.NoError(h, os.Remove(filepath.Join(h.bin, "opencode"))) },
			Finding{"host", Attention, hostOpenCode, "", "its program is not on the PATH", "install it, or add its folder to PATH", "npm install -g opencode-ai@1.18.33"}},
		{"a configuration of another name", func(h healthy) { h.write(filepath.Join(h.home, ".config", "veil", "veil.yml"), "version: 1\n") },
			Finding{"configuration", Attention, "", "$HOME/.config/veil/veil.yml", "is not read: veil.yaml is", "write in veil.yaml what is to hold of it", "mv $HOME/.config/veil/veil.yml $HOME/.config/veil/veil.yml.old"}},
		{"a configuration of another name alone", func(h healthy) {
			dir := filepath.Join(h.home, ".config", "veil")
			require.NoError(h, os.Rename(filepath.Join(dir, "veil.yaml"), filepath.Join(dir, "config.yaml")))
		}, Finding{"configuration", Attention, "", "$HOME/.config/veil/config.yaml", "is not read", "rename it to veil.yaml", "mv $HOME/.config/veil/config.yaml $HOME/.config/veil/veil.yaml"}},
		{"CLAUDE_CODE_SAFE_MODE", func(h healthy) { h.Setenv("CLAUDE_CODE_SAFE_MODE", "1") },
			Finding{"environment", Bad, hostClaudeCode, "CLAUDE_CODE_SAFE_MODE", "run no hooks and no plugins", "", "unset CLAUDE_CODE_SAFE_MODE"}},
		{"CLAUDE_CODE_SIMPLE", func(h healthy) { h.Setenv("CLAUDE_CODE_SIMPLE", "1") },
			Finding{"environment", Bad, hostClaudeCode, "CLAUDE_CODE_SIMPLE", "run no hooks and no plugins", "", "unset CLAUDE_CODE_SIMPLE"}},
		{"not set up there", func(h healthy) { h.uninstall(install.ClaudeCode) },
			Finding{"installed", Bad, hostClaudeCode, "", "veil is not set up there", "", "veil install claude-code"}},
		// OpenCode.
		{"OPENCODE_PURE", func(h healthy) { h.Setenv("OPENCODE_PURE", "1") },
			Finding{"environment", Bad, hostOpenCode, "OPENCODE_PURE", "load no plugin", "", "unset OPENCODE_PURE"}},
		{"the plugin is not in the settings", func(h healthy) { h.write(openCode(h, "opencode.json"), `{"plugin":[]}`) },
			Finding{"installed", Bad, hostOpenCode, "", "veil is not set up there", "", "veil install opencode"}},
		{"a plugin that is not there", func(h healthy) { require.NoError(h, os.Remove(openCode(h, "veil/veil-plugin.js"))) },
			Finding{"settings", Bad, hostOpenCode, "$HOME/.config/opencode/opencode.json", "names a plugin that is not there", "", "veil install opencode"}},
		{"settings of the project that are a pipe", func(h healthy) { h.pipe(filepath.Join(h.project, "opencode.json")) },
			Finding{"settings", Bad, hostOpenCode, "$PROJECT/opencode.json", "is no plain file: who reads it may wait for ever", "", "rm $PROJECT/opencode.json"}},
		{"settings that are a pipe", func(h healthy) { h.pipe(filepath.Join(h.home, ".claude", "settings.json")) },
			Finding{"settings", Bad, hostClaudeCode, "$HOME/.claude/settings.json", "is no plain file: who reads it may wait for ever", "", "rm $HOME/.claude/settings.json"}},
		{"settings without an end", func(h healthy) {
			require.NoError(h, os.MkdirAll(filepath.Join(h.project, ".claude"), 0o700))
			require.NoError(h, os.Symlink("/dev/zero", filepath.Join(h.project, ".claude", "settings.json")))
		}, Finding{"settings", Bad, hostClaudeCode, "$PROJECT/.claude/settings.json", "is no plain file: who reads it may wait for ever", "", "rm $PROJECT/.claude/settings.json"}},
		{"settings that are too large", func(h healthy) {
			h.claude("{}")
			require.NoError(h, os.Truncate(filepath.Join(h.home, ".claude", "settings.json"), 1<<40)) // with a hole
		}, Finding{"settings", Bad, hostClaudeCode, "$HOME/.claude/settings.json", "has more than 64 MiB: it is not read", "", "mv $HOME/.claude/settings.json $HOME/.claude/settings.json.old"}},
		{"a plugin by hand without a program", func(h healthy) {
			h.uninstall(install.OpenCode)
			h.write(filepath.Join(h.home, "clone", "veil-plugin.js"), "export default {}")
			h.write(openCode(h, "opencode.json"), `{"plugin":["file://`+h.home+`/clone/veil-plugin.js"]}`)
		}, Finding{"settings", Bad, hostOpenCode, "$HOME/clone/program/veil", "is not there, or cannot be run", "it was set up by hand: name a program, or take it out of the settings and run veil install opencode", "export VEIL_BINARY=$VEIL"}},
		{"a plugin by hand that is not there", func(h healthy) {
			h.uninstall(install.OpenCode)
			h.Setenv("VEIL_BINARY", h.veil)
			h.write(openCode(h, "opencode.json"), `{"plugin":["file:///nowhere/veil-plugin.js"]}`)
		}, Finding{"settings", Bad, hostOpenCode, "$HOME/.config/opencode/opencode.json", "names a plugin that is not there", "it was set up by hand: take that entry out, and run veil install opencode", `"${EDITOR:-vi}" $HOME/.config/opencode/opencode.json`}},
		{"a plugin that does not parse", func(h healthy) { h.write(openCode(h, "veil/veil-plugin.js"), "export default {") },
			Finding{"copies", Bad, hostOpenCode, "$HOME/.config/opencode/veil/veil-plugin.js", "is not what veil install wrote", "", "veil install opencode"}},
		{"no program beside the plugin", func(h healthy) { require.NoError(h, os.Remove(openCode(h, "veil/program/veil"))) },
			Finding{"settings", Bad, hostOpenCode, "$HOME/.config/opencode/veil/program/veil", "is not there, or cannot be run", "", "veil install opencode"}},
		{"a program beside the plugin that cannot be run", func(h healthy) { require.NoError(h, os.Chmod(openCode(h, "veil/program/veil"), 0o600)) },
			Finding{"settings", Bad, hostOpenCode, "$HOME/.config/opencode/veil/program/veil", "is not there, or cannot be run", "", "veil install opencode"}},
		{"a program of the environment that is not there", func(h healthy) { h.Setenv("VEIL_BINARY", "/nowhere/veil") },
			Finding{"settings", Bad, hostOpenCode, "VEIL_BINARY", "is not the absolute path of a program", "", "unset VEIL_BINARY && veil install opencode"}},
		{"an unknown major version", func(h healthy) { h.program(filepath.Join(h.bin, "opencode"), "2.0.3") },
			Finding{"host-version", Bad, hostOpenCode, "$BIN/opencode", "the plugins of OpenCode 2.0.3 are not known", "use opencode 1.18.33 and later, before 2", "opencode upgrade 1.18.33"}},
		{"settings of the project that do not parse", func(h healthy) { h.write(filepath.Join(h.project, "opencode.json"), `{"plugin":[`) },
			Finding{"settings-syntax", Attention, hostOpenCode, "$PROJECT/opencode.json", "does not parse: OpenCode does not start", "mend it", `"${EDITOR:-vi}" $PROJECT/opencode.json`}},
		// veil itself.
		{"another veil beside", func(h healthy) {
			h.program(h.veil, "veil v0.0.1")
			h.install(false, install.ClaudeCode, install.OpenCode)
		}, Finding{"program", Attention, "", "$VEIL", "veil is v0.0.1, and veil-desk", "install both together, in the clone", "go install ./cmd-veil/cmd/..."}},
		{"an unknown key", func(h healthy) { h.config("catalogue: x\n") },
			Finding{"configuration", Bad, "", "$HOME/.config/veil/veil.yaml:2", `unknown key "catalogue": every event is denied`, "did you mean catalog? use one of: allow, catalog, detect, display, images, paths, reveal, tools, version, write", `"${EDITOR:-vi}" $HOME/.config/veil/veil.yaml`}},
		{"a project that loosens", func(h healthy) { h.write(filepath.Join(h.project, ".veil.yaml"), "version: 1\nallow: {values: [a]}\n") },
			Finding{"configuration", Bad, "", "$PROJECT/.veil.yaml:2", "a project's file may only tighten", "move this key to veil.yaml in your configuration directory", `"${EDITOR:-vi}" $PROJECT/.veil.yaml`}},
		{"a catalogue that is not there", func(h healthy) { require.NoError(h, os.Remove(filepath.Join(h.home, "clients.txt"))) },
			Finding{"catalogue", Bad, "", "$HOME/clients.txt", "the client name catalogue is not there: every event is denied", "make it, one name a line and then Ctrl-D, or mend the path in veil.yaml or VEIL_CATALOG", "veil catalog add --file $HOME/clients.txt -"}},
		{"a catalogue in a folder that is not there", func(h healthy) { h.config("catalog: ~/no/clients.txt\n") },
			Finding{"catalogue", Bad, "", "$HOME/no/clients.txt", "the client name catalogue is not there: every event is denied", "make it, one name a line and then Ctrl-D, or mend the path in veil.yaml or VEIL_CATALOG", "mkdir -p $HOME/no && veil catalog add --file $HOME/no/clients.txt -"}},
		{"a catalogue that is a folder", func(h healthy) { h.config("catalog: ~/.config\n") },
			Finding{"catalogue", Bad, "", "$HOME/.config", "the client name catalogue cannot be read: not a regular file: every event is denied", "mend the file, or the path in veil.yaml or VEIL_CATALOG", `"${EDITOR:-vi}" $HOME/.config`}},
		{"names that need a cue", func(h healthy) { h.write(filepath.Join(h.home, "clients.txt"), "Talleres Imaginarios\nSol\n") },
			Finding{"catalogue-cues", Attention, "", "", "1 name of the catalogue would be found in the wrong places, or never", "", "veil catalog check"}},
		{"one name", func(h healthy) { h.write(filepath.Join(h.home, "clients.txt"), "Talleres Imaginarios\n") },
			Finding{"catalogue", OK, "", "", "1 name in 1 file", "", ""}},
		{"a catalogue of the environment alone", func(h healthy) {
			h.config("")
			h.Setenv("VEIL_CATALOG", filepath.Join(h.home, "clients.txt"))
		}, Finding{"catalogue-environment", Attention, "", "VEIL_CATALOG", "only the environment names the catalogue", `write the lines "version: 1" and "catalog: FILE"`, `"${EDITOR:-vi}" $HOME/.config/veil/veil.yaml`}},
		{"a state that others can read", func(h healthy) { require.NoError(h, os.Chmod(h.state(), 0o755)) }, //nolint:gosec // that is the fault
			Finding{"state", Bad, "", "$HOME/.local/state/veil", "others have access to it", "", "chmod go= $HOME/.local/state/veil"}},
		{"a key that others can read", func(h healthy) { require.NoError(h, os.Chmod(filepath.Join(h.state(), "key"), 0o644)) }, //nolint:gosec // that is the fault
			Finding{"state", Bad, "", "$HOME/.local/state/veil/key", "others have access to it", "", "chmod go= $HOME/.local/state/veil/key"}},
		{"a state that cannot be written", func(h healthy) {
			skipForRoot(h.T)
			require.NoError(h, os.Chmod(h.state(), 0o500)) //nolint:gosec // that is the fault
			h.Cleanup(func() { _ = os.Chmod(h.state(), 0o700) })
		}, Finding{"state", Bad, "", "$HOME/.local/state/veil", "cannot be written: permission denied: every event is denied", "", "chmod u+rwx $HOME/.local/state/veil"}},
		{"sessions that cannot be written", func(h healthy) {
			skipForRoot(h.T)
			require.NoError(h, os.Chmod(filepath.Join(h.state(), "sessions"), 0o500)) //nolint:gosec // that is the fault
			h.Cleanup(func() { _ = os.Chmod(filepath.Join(h.state(), "sessions"), 0o700) })
		}, Finding{"state", Bad, "", "$HOME/.local/state/veil/sessions", "cannot be written: permission denied: every event is denied", "", "chmod u+rwx $HOME/.local/state/veil/sessions"}},
		{"a key that cannot be read", func(h healthy) {
			skipForRoot(h.T)
			require.NoError(h, os.Chmod(filepath.Join(h.state(), "key"), 0))
		}, Finding{"state", Bad, "", "$HOME/.local/state/veil/key", "cannot be read: permission denied: every event is denied", "", "chmod u+rw $HOME/.local/state/veil/key"}},
		{"a state that cannot be made", func(h healthy) {
			skipForRoot(h.T)
			require.NoError(h, os.RemoveAll(h.state()))
			require.NoError(h, os.Chmod(filepath.Dir(h.state()), 0o500)) //nolint:gosec // that is the fault
			h.Cleanup(func() { _ = os.Chmod(filepath.Dir(h.state()), 0o700) })
		}, Finding{"state", Bad, "", "$HOME/.local/state", "the state cannot be made there: permission denied: every event is denied", "", "chmod u+rwx $HOME/.local/state"}},
		{"a file in the place of the state's folder", func(h healthy) {
			require.NoError(h, os.RemoveAll(filepath.Dir(h.state())))
			h.write(filepath.Dir(h.state()), "x")
		}, Finding{"state", Bad, "", "$HOME/.local/state", "is no folder: every event is denied", "", "mv $HOME/.local/state $HOME/.local/state.old"}},
		{"a state that is a link", func(h healthy) {
			require.NoError(h, os.Rename(h.state(), h.state()+"2"))
			require.NoError(h, os.Symlink(h.state()+"2", h.state()))
		}, Finding{"state", Bad, "", "$HOME/.local/state/veil", "is a link", "", "rm $HOME/.local/state/veil"}},
		{"work in veil's own folder", func(h healthy) { h.Chdir(filepath.Join(h.home, ".config", "veil")) },
			Finding{"configuration", Bad, "", "", "veil's own files would lie inside the workspace", config.WorkElsewhere, "cd"}},
		{"a state in the project", func(h healthy) { h.Setenv("XDG_STATE_HOME", filepath.Join(h.project, "state")) },
			Finding{"configuration", Bad, "", "", "veil's own files would lie inside the workspace", "set HOME and XDG_STATE_HOME to a place outside the project", "unset XDG_STATE_HOME XDG_CONFIG_HOME"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			h := newHealthy(t)
			tc.damage(h)
			names := strings.NewReplacer("$HOME", h.home, "$PROJECT", h.project, "$BIN", h.bin, "$VEIL", h.veil)
			tc.want.Where, tc.want.Run = names.Replace(tc.want.Where), names.Replace(tc.want.Run)
			h.requireFinding(h.examine(), tc.want)
		})
	}
}

// skipForRoot skips a test of rights that root does not need.
func skipForRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("root has every right")
	}
}

// requireFinding asserts that the finding is there, and no other is as bad.
func (h healthy) requireFinding(findings []Finding, want Finding) {
	h.Helper()
	require.Equal(h, want.Level, Worst(findings), "%+v", findings)
	for _, f := range findings {
		if f.Check == want.Check && f.Level == want.Level && f.Where == want.Where {
			require.Contains(h, f.Text, want.Text)
			want.Text = f.Text
			require.Equal(h, want, f)
			return
		}
	}
	require.Fail(h, "it was not found", "%+v", findings)
}

func TestForeignOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	h := newHealthy(t)
	require.NoError(t, os.Chown(filepath.Join(h.state(), "key"), 1, 1))
	key := filepath.Join(h.state(), "key")
	h.requireFinding(h.examine(), Finding{"state", Bad, "", key, "belongs to another user", "", `sudo chown -R "$(id -un)" ` + key})
}

func TestWithoutAHomeTheStateDoesNotLast(t *testing.T) {
	h := newHealthy(t)
	p := &patient{Options: Options{Cwd: h.project}}
	t.Setenv("HOME", "")
	p.setup.Dirs.State = filepath.Join(os.TempDir(), "veil")
	p.state()
	require.Equal(t, "state-place", p.findings[0].Check)
	require.Equal(t, Attention, p.findings[0].Level)
}

// What only the last gate found did not leave: it is told.
func TestCaughtIsTold(t *testing.T) {
	h := newHealthy(t)
	s, err := pseudonymstore.Open(h.state(), "s")
	require.NoError(t, err)
	require.NoError(t, s.AddCaught(t.Context(), 1))
	require.True(t, slices.ContainsFunc(h.examine(), func(f Finding) bool {
		return f.Text == "1 text held a value that only the last gate found; none left"
	}))
	require.NoError(t, s.AddCaught(t.Context(), 1))
	require.NoError(t, s.Close())
	findings := h.examine()
	require.Equal(t, OK, Worst(findings))
	require.Contains(t, findings, Finding{
		Check: "last-gate", Level: Note, Text: "2 texts held a value that only the last gate found; none left",
		Remedy: "system prompts and pages of WebFetch are such; please report others with the versions, and the session", Run: "veil sessions list",
	})
}

// A plugin that settings enable is a way too, wherever it stands.
func TestWays(t *testing.T) {
	h := newHealthy(t)
	places, err := install.Find(h.home, h.veil)
	require.NoError(t, err)
	places.Managed = filepath.Join(h.home, "managed")
	own := filepath.Join(h.home, ".claude", "skills", "veil", "program", "veil")
	managed := filepath.Join(places.Managed, "veil", "plugins", "veil", "program", "veil")
	p := &patient{places: places}
	requireWay := func(wantWay, wantGuard string) {
		t.Helper()
		way, guard := p.claudeCodeWay()
		require.Equal(t, []string{wantWay, wantGuard}, []string{way, guard})
	}
	requireWay("plugin", own)
	h.uninstall(install.ClaudeCode)
	requireWay("plugin", "")
	plan, err := places.InstallManaged()
	require.NoError(t, err)
	require.NoError(t, plan.Apply())
	requireWay("plugin", managed)
	h.install(true, install.ClaudeCode)
	requireWay("hooks", h.veil)
}

// What relaxes the guard is told, and holds no value.
func TestRelaxed(t *testing.T) {
	h := newHealthy(t)
	h.config("catalog: ~/clients.txt\nallow: {values: ['12345678Z'], domains: [clinicasol.es]}\nreveal: [{to: mcp__mail__send, kinds: [EMAIL]}]\n")
	findings := h.examine()
	require.Equal(t, OK, Worst(findings))
	var texts []string
	for _, f := range findings {
		if f.Check == "relaxed" {
			texts = append(texts, f.Text)
		}
	}
	require.Equal(t, []string{
		"allow.values: 1 text counts as no personal data", "allow.domains: e-mail addresses of 1 domain stay",
		"reveal: EMAIL leave by calls of mcp__mail__send",
	}, texts)
}

// What root has the right to do may not work all the same.
func TestTryWriting(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, tryWriting(dir))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
	require.ErrorIs(t, tryWriting(filepath.Join(dir, "absent")), os.ErrNotExist)
	if _, err := os.Stat("/proc/sys"); err == nil {
		require.Error(t, tryWriting("/proc/sys"))
	}
}

// Of a fault that rights do not mend the person is told what to look at.
func TestUnwritable(t *testing.T) {
	p := &patient{}
	p.unwritable("/s", "cannot be written", &os.PathError{Op: "open", Path: "/s/x", Err: syscall.ENOSPC})
	p.unwritable("/my s", "cannot be written", &os.PathError{Op: "open", Path: "/s/x", Err: syscall.EROFS})
	require.Equal(t, []Finding{
		{"state", Bad, "", "/s", "cannot be written: no space left on device: every event is denied", "make room there, or set XDG_STATE_HOME to another place", "df /s"},
		{"state", Bad, "", "/my s", "cannot be written: read-only file system: every event is denied", "make room there, or set XDG_STATE_HOME to another place", "df '/my s'"},
	}, p.findings)
}

// A host that hangs is ended in time, with what it has started, and not played.
func TestHostThatHangs(t *testing.T) {
	h := newHealthy(t)
	h.script(filepath.Join(h.bin, "claude"), "/bin/sleep 600 & echo $! >"+h.home+"/child; wait")
	began := time.Now()
	r := Examine(t.Context(), Options{Hosts: []string{install.ClaudeCode}, Veil: h.veil, Cwd: h.project, Patience: time.Second})
	require.Less(t, time.Since(began), 30*time.Second)
	require.True(t, r.Hosts[0].Hangs)
	h.requireFinding(r.Findings, Finding{"host-version", Attention, hostClaudeCode, filepath.Join(h.bin, "claude"), "hangs when it is asked for its version: no canary is played", "", filepath.Join(h.bin, "claude") + " --version"})
	text, err := os.ReadFile(filepath.Join(h.home, "child"))
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		return err == nil && strings.Contains(string(stat), ") Z ") || syscall.Kill(pid, 0) != nil
	}, 10*time.Second, 20*time.Millisecond)
}

// Without a home no host can be looked at: that is said like everything else.
func TestWithoutAHome(t *testing.T) {
	h := newHealthy(t)
	t.Setenv("HOME", "")
	r := Examine(t.Context(), Options{Veil: h.veil, Cwd: h.project})
	require.Empty(t, r.Hosts)
	require.Contains(t, r.Findings, Finding{"home", Bad, "", "", "there is no home directory: no host can be looked at", "set HOME", setHome})
	require.Contains(t, r.Findings, Finding{"catalogue", Note, "", "", "no catalogue of client names: no names are found", "set HOME", setHome}, "there is no place for a veil.yaml")
}

// A home that lies in the project is mended by no other variable.
func TestHomeInTheProject(t *testing.T) {
	h := newHealthy(t)
	t.Chdir(filepath.Dir(h.home))
	h.requireFinding(h.examine(), Finding{"configuration", Bad, "", "", "veil's own files would lie inside the workspace: every event is denied", "set HOME and XDG_STATE_HOME to a place outside the project", setHome})
}
