// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "copy the plugins into files")

// oddSettings are what persons' settings look like, for both hosts.
func oddSettings() map[string]string {
	return map[string]string{
		"missing":             "-",
		"empty":               "",
		"an empty line":       "\n",
		"a BOM alone":         bom,
		"an empty object":     "{}",
		"an object with room": "{\n\n}\n",
		"one line":            `{"model": "m"}`,
		"no final newline":    "{\n  \"model\": \"m\"\n}",
		"a BOM":               bom + "{\n  \"model\": \"m\"\n}\n",
		"CRLF":                "{\r\n  \"model\": \"m\"\r\n}\r\n",
		"tabs":                "{\n\t\"model\": \"m\",\n\t\"list\": [\n\t\t1\n\t]\n}\n",
		"four spaces":         "{\n    \"model\": \"m\"\n}\n",
		"escapes":             "{\"a\\\"}\": \"\\u00e9 // no comment /*\", \"n\": -1.5e3}\n",
		"a key twice":         "{\"hooks\": {}, \"plugin\": [], \"hooks\": {}, \"plugin\": []}",
		"others' hooks": "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"lint\"}]}\n    ],\n" +
			"    \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"bell\"}]}]\n  },\n  \"plugin\": [\n    \"other\"\n  ]\n}\n",
		"others on one line":   `{"hooks":{"PreToolUse":[{"hooks":[]}]},"plugin":["other"]}`,
		"empty lists":          "{\n  \"hooks\": {\"PreToolUse\": []},\n  \"plugin\": []\n}\n",
		"a list of pairs":      `{"plugin": [["other", {"a": 1}]]}`,
		"spaces at the margin": "  {  \"model\" : \"m\"  }  \n\n",
	}
}

// looseSettings hold what OpenCode reads and Claude Code does not.
func looseSettings() map[string]string {
	return map[string]string{
		"comments":                   "// mine\n{\n  // the model\n  \"model\": \"m\", // a good one\n  /* no more */\n}\n",
		"a trailing comma":           "{\n  \"plugin\": [\n    \"other\",\n  ],\n}\n",
		"a comment behind the last":  "{\n  \"plugin\": [\n    \"other\" // keep\n  ] // list\n}\n",
		"a comment alone in a list":  "{\"plugin\": [ // none\n]}",
		"a comment before a bracket": "{\"plugin\": [\"other\" /* last */], \"a\": 1 // end\n}",
		"comments and no object":     "// nothing yet",
	}
}

// places are those of an empty home with a program.
func places(t *testing.T) Places {
	t.Helper()
	home := t.TempDir()
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	program := filepath.Join(home, "bin", "veil")
	write(t, program, "program")
	p, err := Find(home, program)
	require.NoError(t, err)
	return p
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// tree is what lies below a directory: path, mode and text.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := os.Lstat(path)
		require.NoError(t, err)
		text, _ := os.ReadFile(path)
		all[path] = info.Mode().String() + " " + string(text)
		return nil
	}))
	return all
}

func apply(t *testing.T, plan *Plan, err error) {
	t.Helper()
	require.NoError(t, err)
	require.NoError(t, plan.Apply())
}

// isSubsequence says whether every byte of part stands in whole, in its order.
func isSubsequence(part, whole string) bool {
	for i := range len(part) {
		at := bytes.IndexByte([]byte(whole), part[i])
		if at < 0 {
			return false
		}
		whole = whole[at+1:]
	}
	return true
}

// requireThereAndBack installs, again, and uninstalls.
func requireThereAndBack(t *testing.T, p Places, host, settings string) {
	t.Helper()
	home := filepath.Dir(p.Claude)
	before := tree(t, home)
	old, _ := os.ReadFile(settings)
	plan, err := p.Install([]string{host}, true)
	apply(t, plan, err)
	now, err := os.ReadFile(settings)
	require.NoError(t, err)
	require.True(t, isSubsequence(string(old), string(now)), "%s", now)
	require.Contains(t, string(now), map[string]string{OpenCode: p.openCodeEntry().url, ClaudeCode: p.Program}[host])
	_, err = parse(string(now))
	require.NoError(t, err, "%s", now)

	plan, err = p.Install([]string{host}, true)
	require.NoError(t, err)
	require.Empty(t, plan.Changes)
	require.Empty(t, plan.Notes)

	plan, err = p.Uninstall([]string{host})
	apply(t, plan, err)
	require.Equal(t, before, tree(t, home))
}

func TestSettingsAreAsBefore(t *testing.T) {
	for name, text := range oddSettings() {
		for _, host := range []string{ClaudeCode, OpenCode} {
			t.Run(name+" "+host, func(t *testing.T) {
				p := places(t)
				file := map[string]string{ClaudeCode: p.claudeSettings(), OpenCode: filepath.Join(p.OpenCode, "opencode.json")}[host]
				if text != "-" {
					write(t, file, text)
				}
				requireThereAndBack(t, p, host, file)
			})
		}
	}
	for name, text := range looseSettings() {
		t.Run(name, func(t *testing.T) {
			p := places(t)
			file := filepath.Join(p.OpenCode, "opencode.jsonc")
			write(t, file, text)
			requireThereAndBack(t, p, OpenCode, file)
		})
	}
}

// What install made for itself goes, and what a person made stays, if only a link.
func TestEmptyFoldersGo(t *testing.T) {
	for _, host := range []string{ClaudeCode, OpenCode} {
		t.Run(host, func(t *testing.T) {
			p := places(t)
			folder := map[string]string{ClaudeCode: p.Claude, OpenCode: p.OpenCode}[host]
			require.NotContains(t, p.Hosts(), host)
			plan, err := p.Install([]string{host}, false)
			apply(t, plan, err)
			plan, err = p.Uninstall([]string{host})
			apply(t, plan, err)
			require.NoDirExists(t, folder)
			require.NotContains(t, p.Hosts(), host, "it does not look like a host that is there")

			require.NoError(t, os.MkdirAll(filepath.Join(folder, "skills"), 0o700))
			plan, err = p.Uninstall([]string{host})
			apply(t, plan, err)
			require.DirExists(t, filepath.Join(folder, "skills"), "nothing was installed")
		})
		t.Run(host+", behind a link", func(t *testing.T) {
			p := places(t)
			folder := map[string]string{ClaudeCode: p.Claude, OpenCode: p.OpenCode}[host]
			real := t.TempDir()
			require.NoError(t, os.MkdirAll(filepath.Dir(folder), 0o700))
			require.NoError(t, os.Symlink(real, folder))
			plan, err := p.Install([]string{host}, false)
			apply(t, plan, err)
			plan, err = p.Uninstall([]string{host})
			apply(t, plan, err)
			info, err := os.Lstat(folder)
			require.NoError(t, err)
			require.Equal(t, os.ModeSymlink, info.Mode().Type(), "the link stays")
			left, err := os.ReadDir(real)
			require.NoError(t, err)
			require.Empty(t, left)
		})
	}
}

func TestFilesAreKept(t *testing.T) {
	tests := []struct {
		name   string
		change func(t *testing.T, file string)
	}{
		{"read-only", func(t *testing.T, file string) { require.NoError(t, os.Chmod(file, 0o400)) }},
		{"readable for all", func(t *testing.T, file string) { require.NoError(t, os.Chmod(file, 0o644)) }}, //nolint:gosec // on purpose
		{"a link", func(t *testing.T, file string) {
			require.NoError(t, os.Rename(file, filepath.Dir(file)+".dotfiles"))
			require.NoError(t, os.Symlink(filepath.Dir(file)+".dotfiles", file))
		}},
	}
	for _, tc := range tests {
		for _, host := range []string{ClaudeCode, OpenCode} {
			t.Run(tc.name+" "+host, func(t *testing.T) {
				p := places(t)
				file := map[string]string{ClaudeCode: p.claudeSettings(), OpenCode: filepath.Join(p.OpenCode, "opencode.json")}[host]
				write(t, file, "{}\n")
				tc.change(t, file)
				mode, err := os.Lstat(file)
				require.NoError(t, err)
				plan, err := p.Install([]string{host}, true)
				apply(t, plan, err)
				now, err := os.Lstat(file)
				require.NoError(t, err)
				require.Equal(t, mode.Mode(), now.Mode())
				plan, err = p.Uninstall([]string{host})
				apply(t, plan, err)
				requireThereAndBack(t, p, host, file)
			})
		}
	}
}

// What the person changes after the installation stays.
func TestLaterChangesStay(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"others' hooks", oddSettings()["others' hooks"], ""},
		{"others on one line", oddSettings()["others on one line"], ""},
		{"one line", oddSettings()["one line"], ""},
		{"tabs", oddSettings()["tabs"], ""},
		{"CRLF", oddSettings()["CRLF"], ""},
		{"missing", "-", "{\n}\n"},
	}
	for _, tc := range tests {
		for _, host := range []string{ClaudeCode, OpenCode} {
			t.Run(tc.name+" "+host, func(t *testing.T) {
				p := places(t)
				file := map[string]string{ClaudeCode: p.claudeSettings(), OpenCode: filepath.Join(p.OpenCode, "opencode.json")}[host]
				if tc.before != "-" {
					write(t, file, tc.before)
					tc.after = tc.before
				}
				plan, err := p.Install([]string{host}, true)
				apply(t, plan, err)
				now, err := os.ReadFile(file)
				require.NoError(t, err)
				write(t, file, string(now)+"\n \n")
				plan, err = p.Uninstall([]string{host})
				apply(t, plan, err)
				now, err = os.ReadFile(file)
				require.NoError(t, err)
				require.Equal(t, tc.after+"\n \n", string(now))
			})
		}
	}
}

// A comment before the entry must not swallow what follows it.
func TestRemoveLeavesNothingBehindAComment(t *testing.T) {
	for _, text := range []string{"[ // c\n  1, 2]", "[ // c\n  1 ]", "[0, // c\n  1 ]", "[0, // c\n  1, 2,]"} {
		d, err := parse(text)
		require.NoError(t, err)
		i := 0
		for n, p := range d.root.parts {
			if d.raw(p.node) == "1" {
				i = n
			}
		}
		rest, err := parse(d.remove(d.root, i))
		require.NoError(t, err)
		require.Len(t, rest.root.parts, len(d.root.parts)-1, rest.text)
	}
}

func TestEmbeddedFilesAreThePlugins(t *testing.T) {
	sources := map[string]string{claudeFiles: "../../../plugin-claudecode", openCodeFiles: "../../../plugin-opencode"}
	for from, source := range sources {
		wanted := map[string]bool{}
		for _, pattern := range []string{manifest, "hooks/*.js", "hooks/*.json", "veil-plugin.js"} {
			paths, err := filepath.Glob(filepath.Join(source, pattern))
			require.NoError(t, err)
			for _, path := range paths {
				name, err := filepath.Rel(source, path)
				require.NoError(t, err)
				wanted[name] = true
				want, err := os.ReadFile(path)
				require.NoError(t, err)
				if *update {
					write(t, filepath.Join(from, name), string(want))
					continue
				}
				got, err := files.ReadFile(from + "/" + filepath.ToSlash(name))
				require.NoError(t, err)
				require.Equal(t, string(want), string(got), "run in cmd-veil: go test ./internal/install -update")
			}
		}
		names, err := filesOf(from)
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			require.True(t, wanted[filepath.FromSlash(name)], "%s is of no plugin", name)
		}
	}
}
