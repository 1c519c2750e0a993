// SPDX-License-Identifier: Apache-2.0

package install

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	claudecode "github.com/veil-guard/veil/hosts-claudecode"
)

// Whatever is refused, nothing has changed.
func TestRefusals(t *testing.T) {
	settings := func(text string) func(*testing.T, *Places) {
		return func(t *testing.T, p *Places) { write(t, p.claudeSettings(), text) }
	}
	config := func(text string) func(*testing.T, *Places) {
		return func(t *testing.T, p *Places) { write(t, filepath.Join(p.OpenCode, "opencode.json"), text) }
	}
	tests := []struct {
		name   string
		host   string
		hooks  bool
		change func(*testing.T, *Places)
		want   string
	}{
		{"go run", ClaudeCode, false, func(_ *testing.T, p *Places) { p.Program = "/tmp/go-build12/b001/exe/veil" }, "built by go run"},
		{"go run, cached", OpenCode, false, func(_ *testing.T, p *Places) {
			p.Program = "/c/00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff-d/veil"
		}, "built by go run"},
		{"hooks are there", ClaudeCode, false, settings(string(claudecode.HookSettings("/a/veil"))), "runs veil as hooks"},
		{"the plugin is there", ClaudeCode, true, func(t *testing.T, p *Places) {
			write(t, filepath.Join(p.claudeFolder(), manifest), `{"name":"veil"}`)
		}, "holds veil's plugin"},
		{"another plugin", ClaudeCode, false, func(t *testing.T, p *Places) {
			write(t, filepath.Join(p.claudeFolder(), manifest), `{"name":"other"}`)
		}, "holds something else"},
		{"hooks of another plugin", ClaudeCode, false, func(t *testing.T, p *Places) { write(t, filepath.Join(p.claudeFolder(), "hooks", "hooks.json"), "{}") }, "holds something else"},
		{"a skill", ClaudeCode, false, func(t *testing.T, p *Places) { write(t, filepath.Join(p.claudeFolder(), "SKILL.md"), "x") }, "holds something else"},
		{"a linked folder", ClaudeCode, false, func(t *testing.T, p *Places) {
			require.NoError(t, os.MkdirAll(filepath.Dir(p.claudeFolder()), 0o700))
			require.NoError(t, os.Symlink(t.TempDir(), p.claudeFolder()))
		}, "is a link"},
		{"a linked folder of OpenCode", OpenCode, false, func(t *testing.T, p *Places) {
			require.NoError(t, os.MkdirAll(p.OpenCode, 0o700))
			require.NoError(t, os.Symlink(t.TempDir(), p.openCodeFolder()))
		}, "is a link"},
		{"a file in the folder's place", OpenCode, false, func(t *testing.T, p *Places) { write(t, p.openCodeFolder(), "") }, "is not a folder"},
		{"a link to nothing", ClaudeCode, true, func(t *testing.T, p *Places) {
			require.NoError(t, os.MkdirAll(p.Claude, 0o700))
			require.NoError(t, os.Symlink("/nowhere/settings", p.claudeSettings()))
		}, "is a link to a file that is not there"},
		{"comments for Claude Code", ClaudeCode, true, settings("{ // mine\n}"), "holds comments"},
		{"a trailing comma for Claude Code", ClaudeCode, true, settings(`{"a":1,}`), "holds comments"},
		{"no JSON", ClaudeCode, true, settings(`{"a"}`), "is not JSON"},
		{"a list", ClaudeCode, true, settings(`[]`), "is not JSON"},
		{"half a comment", OpenCode, false, config(`{} /* x`), "is not JSON"},
		{"no end", OpenCode, false, config(`{"a":"`), "is not JSON"},
		{"two values", OpenCode, false, config(`{} {}`), "is not JSON"},
		{"hooks of another form", ClaudeCode, true, settings(`{"hooks":[]}`), "of a form that Claude Code does not know"},
		{"an event of another form", ClaudeCode, true, settings(`{"hooks":{"PreToolUse":{}}}`), "of a form that Claude Code does not know"},
		{"another veil", ClaudeCode, true, settings(string(claudecode.HookSettings("/a/veil"))), "runs another veil"},
		{"another name", ClaudeCode, true, func(_ *testing.T, p *Places) { p.Program += "-dev" }, "is not called veil"},
		{"plugins of another form", OpenCode, false, config(`{"plugin":"x"}`), `something else than a list`},
		{"the plugin by hand", OpenCode, false, config(`{"plugin":["veil-opencode"]}`), "not installed by this command"},
		{"the plugin by hand, with options", OpenCode, false, config(`{"plugin":[["file:///a/veil-plugin.js",{}]]}`), "not installed by this command"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			p := places(t)
			tc.change(t, &p)
			before := tree(t, filepath.Dir(p.Claude))
			_, err := p.Install([]string{tc.host}, tc.hooks)
			refusal, ok := errors.AsType[*Refusal](err)
			require.True(t, ok, "%v", err)
			require.Contains(t, refusal.What, tc.want)
			require.NotEmpty(t, refusal.Remedy)
			require.Equal(t, before, tree(t, filepath.Dir(p.Claude)))
		})
	}
}

// What a person wrote by hand is not taken away, and not written twice.
func TestEntriesByHand(t *testing.T) {
	p := places(t)
	settings, config := p.claudeSettings(), filepath.Join(p.OpenCode, "opencode.json")
	write(t, settings, string(claudecode.HookSettings(p.Program)))
	write(t, config, `{"plugin": ["`+p.openCodeEntry().url+`"]}`)
	before := tree(t, filepath.Dir(p.Claude))
	plan, err := p.Install([]string{ClaudeCode, OpenCode}, true)
	apply(t, plan, err)
	plan, err = p.Uninstall([]string{ClaudeCode, OpenCode})
	apply(t, plan, err)
	require.Equal(t, before, tree(t, filepath.Dir(p.Claude)))
	require.Equal(t, []string{settings + " names veil, and no veil install put that there: take it out by hand", config + " names veil, and no veil install put that there: take it out by hand"}, plan.Stays)
}

func TestPluginIsCopiedAndRenewed(t *testing.T) {
	for _, host := range []string{ClaudeCode, OpenCode} {
		t.Run(host, func(t *testing.T) {
			p := places(t)
			folder := map[string]string{ClaudeCode: p.claudeFolder(), OpenCode: p.openCodeFolder()}[host]
			before := tree(t, filepath.Dir(p.Claude))
			plan, err := p.Install([]string{host}, false)
			apply(t, plan, err)
			program := filepath.Join(folder, programFile)
			info, err := os.Stat(program)
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o700), info.Mode())

			write(t, p.Program, "a newer one")
			write(t, filepath.Join(folder, "notes"), "mine")
			plan, err = p.Install([]string{host}, false)
			apply(t, plan, err)
			require.Len(t, plan.Changes, 1)
			text, err := os.ReadFile(program)
			require.NoError(t, err)
			require.Equal(t, "a newer one", string(text))

			require.NoError(t, os.Chmod(program, 0o600))
			plan, err = p.Install([]string{host}, false)
			apply(t, plan, err)
			info, err = os.Stat(program)
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o700), info.Mode())

			plan, err = p.Uninstall([]string{host})
			apply(t, plan, err)
			left := tree(t, filepath.Dir(p.Claude))
			require.Contains(t, left, filepath.Join(folder, "notes"))
			require.Len(t, left, len(before)+1)
		})
	}
}

// Between the plan and the change the person, or a host, may have written.
func TestNothingIsOverwrittenThatChangedSince(t *testing.T) {
	p := places(t)
	write(t, p.claudeSettings(), "{}")
	plan, err := p.Install([]string{ClaudeCode}, true)
	require.NoError(t, err)
	write(t, p.claudeSettings(), `{"model":"m"}`)
	require.ErrorContains(t, plan.Apply(), "has just been changed")
	text, err := os.ReadFile(p.claudeSettings())
	require.NoError(t, err)
	require.Equal(t, `{"model":"m"}`, string(text))
}

func TestDiff(t *testing.T) {
	plan := &Plan{Changes: []Change{
		{Path: "/a.json", Old: []byte("1\n2\n3\n4\n5\n6"), New: []byte("1\n2\n3\n4\nx\n5\n6"), settings: true},
		{Path: "/b.json", New: []byte("{}\n"), settings: true},
		{Path: "/c.json", Old: []byte("{}\n"), settings: true},
		{Path: "/program", New: []byte("abc")},
		{Path: "/other", Old: []byte("abc")},
	}}
	require.Equal(t, `--- /a.json
+++ /a.json
@@ -2,5 +2,6 @@
 2
 3
 4
+x
 5
 6
\ No newline at end of file
--- /dev/null
+++ /b.json
@@ -0,0 +1,1 @@
+{}
--- /c.json
+++ /dev/null
@@ -1,1 +0,0 @@
-{}
write /program, 3 bytes
remove /other
`, plan.Diff())
}

// What a person wrote by hand, in a form of their own, is named and left.
func TestUninstallNamesWhatItLeaves(t *testing.T) {
	p := places(t)
	settings, config := p.claudeSettings(), filepath.Join(p.OpenCode, "opencode.json")
	write(t, settings, `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/opt/veil","args":["claude-code"]}]}]}}`)
	write(t, config, `{"plugin": [["file:///clone/plugin-opencode/veil-plugin.js", {}]]}`)
	plan, err := p.Uninstall([]string{ClaudeCode, OpenCode})
	require.NoError(t, err)
	require.Empty(t, plan.Changes)
	require.Equal(t, []string{settings + " names veil, and no veil install put that there: take it out by hand", config + " names veil, and no veil install put that there: take it out by hand"}, plan.Stays)
}

// A plugin that was copied by hand from a clone holds more than an installation writes. It
// goes out but for that, which is named, and an installation goes in beside it.
func TestPluginByHandFromAClone(t *testing.T) {
	p := places(t)
	folder := p.claudeFolder()
	clone := map[string]string{"README.md": "r", "LICENSE": "l", "tests/mod.test.ts": "t", "hooks/host.d.ts": "d", programFile: "an older veil", "hooks/hooks.json": "older", manifest: `{"name":"veil"}`}
	for name, text := range clone {
		write(t, filepath.Join(folder, name), text)
	}
	plan, err := p.Install([]string{ClaudeCode}, false)
	apply(t, plan, err)
	plan, err = p.Uninstall([]string{ClaudeCode})
	apply(t, plan, err)
	require.Equal(t, []string{folder + " stays, with 4 files that no veil install wrote, as LICENSE: take it out by hand"}, plan.Stays)
	left := tree(t, folder)
	require.Len(t, left, 4)
	for _, name := range []string{"README.md", "tests/mod.test.ts", "hooks/host.d.ts"} {
		require.NoError(t, os.Remove(filepath.Join(folder, name)))
	}
	plan, err = p.Install([]string{ClaudeCode}, false)
	apply(t, plan, err)
	plan, err = p.Uninstall([]string{ClaudeCode})
	apply(t, plan, err)
	require.Equal(t, []string{folder + " stays, with 1 file that no veil install wrote, as LICENSE: take it out by hand"}, plan.Stays)
	left = tree(t, folder)
	plan, err = p.Install([]string{ClaudeCode}, false)
	apply(t, plan, err)
	require.FileExists(t, filepath.Join(folder, manifest))
	plan, err = p.Uninstall([]string{ClaudeCode})
	apply(t, plan, err)
	require.Equal(t, left, tree(t, folder))
}
