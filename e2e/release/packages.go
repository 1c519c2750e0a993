// SPDX-License-Identifier: Apache-2.0

package release

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/veil-guard/veil/e2e/internal/hosts"
)

// TryPackages uses what a build left in the folder dist as people would: the archive of
// this machine's system, the packages of Debian and of Red Hat in roots of their own, and
// the plugin's folder as an offline marketplace of Claude Code. programs are those that
// must be there, claude is the program of Claude Code, "" if there is none. What cannot be
// tried here is said.
func TryPackages(dist string, programs []string, claude string, out io.Writer) error {
	return inScratch(func(work string) error {
		a := archive{dist: dist, programs: programs, dir: filepath.Join(work, "archive"), claude: claude}
		return play(out, []step{
			{"archive: what it holds", a.unpack},
			{"archive: veil install and uninstall", func() error { return a.installs(work) }},
			{"archive: offline marketplace of Claude Code", func() error { return a.market(work) }},
			{"deb: install and remove", func() error { return deb(dist).try(filepath.Join(work, "deb"), programs) }},
			{"rpm: install and remove", func() error { return rpm(dist).try(filepath.Join(work, "rpm"), programs) }},
			{"bills of materials", func() error { return bills(dist) }},
		})
	})
}

// ClaudeCode returns the program of Claude Code that the tests of the real hosts have
// installed, or the one in PATH, or "".
func ClaudeCode() string {
	if bin, ok := hosts.Cached(hosts.CacheDir(), "claude-code"); ok {
		return bin
	}
	bin, _ := exec.LookPath("claude")
	return bin
}

// skipped is the error of a step that cannot be done on this machine.
type skipped string

// Error says why.
func (s skipped) Error() string { return string(s) }

// shared are the files that archives and packages have in common, by their places below
// the folder of an archive, and of a package: programs, plugins, completions, manual.
func shared(programs []string) []struct{ archive, deb string } {
	files := []struct{ archive, deb string }{
		{"veil-plugin.js", "usr/share/veil/veil-plugin.js"},
		{".claude-plugin/marketplace.json", "usr/share/veil/.claude-plugin/marketplace.json"},
		{"plugin-claudecode/.claude-plugin/plugin.json", "usr/share/veil/plugin-claudecode/.claude-plugin/plugin.json"},
		{"plugin-claudecode/hooks/hooks.json", "usr/share/veil/plugin-claudecode/hooks/hooks.json"},
		{"plugin-claudecode/hooks/register.js", "usr/share/veil/plugin-claudecode/hooks/register.js"},
		{"plugin-claudecode/program/veil", "usr/share/veil/plugin-claudecode/program/veil"},
		{"completions/veil.bash", "usr/share/bash-completion/completions/veil"},
		{"completions/_veil", "usr/share/zsh/vendor-completions/_veil"},
		{"completions/veil.fish", "usr/share/fish/vendor_completions.d/veil.fish"},
		{"man/veil.1", "usr/share/man/man1/veil.1"},
		{"LICENSE", "usr/share/doc/veil/LICENSE"},
		{"NOTICE", "usr/share/doc/veil/NOTICE"},
		{"README.md", "usr/share/doc/veil/README.md"},
	}
	for _, program := range programs {
		files = append(files, struct{ archive, deb string }{program, "usr/bin/" + program})
	}
	return files
}

// Programs are the programs of cmd-veil in a clone.
func Programs(clone string) ([]string, error) {
	folders, err := os.ReadDir(filepath.Join(clone, "cmd-veil", "cmd"))
	var names []string
	for _, folder := range folders {
		names = append(names, folder.Name())
	}
	return names, err
}

// one returns the only file in dist that a pattern matches.
func one(dist, pattern string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dist, pattern))
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%d files are like %s", len(found), pattern)
	}
	if err != nil {
		return "", err
	}
	return filepath.Abs(found[0])
}

// present asserts that files are there, and follows links.
func present(dir string, names ...string) error {
	var missing []error
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			missing = append(missing, fmt.Errorf("%s is missing, empty or no file", name))
		}
	}
	return errors.Join(missing...)
}

// archive is the archive for this machine's system, unpacked.
type archive struct {
	dist, dir, claude string
	programs          []string
}

func (a archive) unpack() error {
	file, err := one(a.dist, "veil_*_"+runtime.GOOS+"_"+runtime.GOARCH+"*.tar.gz")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return err
	}
	if _, err := run(a.dir, nil, "tar", "-xzf", file); err != nil {
		return err
	}
	var names []string
	for _, f := range shared(a.programs) {
		names = append(names, f.archive)
	}
	if err := present(a.dir, names...); err != nil {
		return err
	}
	said, err := run(a.dir, nil, "./veil", "version")
	if err == nil && !strings.HasPrefix(said, "veil v") {
		err = fmt.Errorf("veil version says %q", said)
	}
	return err
}

// settings are a person's, in places and forms that a clumsy edit would spoil.
var settings = map[string]string{
	".claude/settings.json":          "{ \"model\": \"m\" }",
	".config/opencode/opencode.json": "{\r\n\t\"model\": \"m\" // mine\r\n}",
}

// installs has the unpacked program install itself and undo it: the home directory is
// what it was.
func (a archive) installs(work string) error {
	home := filepath.Join(work, "person")
	for name, text := range settings {
		if err := put(filepath.Join(home, name), text); err != nil {
			return err
		}
	}
	before, err := tree(home)
	if err != nil {
		return err
	}
	env := []string{"HOME=" + home, "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "CLAUDE_CONFIG_DIR="}
	if said, err := run(a.dir, env, "./veil", "install", "--all"); err != nil {
		if strings.Contains(err.Error(), "refused inside") {
			return skipped("an ancestor of this process is a host, and an agent must not install: " + said)
		}
		return err
	}
	for _, program := range []string{".claude/skills/veil/program/veil", ".config/opencode/veil/program/veil"} {
		if _, err := run(home, env, "./"+program, "demo"); err != nil {
			return err
		}
	}
	if _, err := run(a.dir, env, "./veil", "uninstall"); err != nil {
		return err
	}
	after, err := tree(home)
	if err == nil && !slices.Equal(before, after) {
		err = fmt.Errorf("the home directory was %v and is %v", before, after)
	}
	return err
}

// market has Claude Code itself validate the folder, and install the plugin from it.
func (a archive) market(work string) error {
	if a.claude == "" {
		return skipped("Claude Code is not installed")
	}
	home := filepath.Join(work, "claude")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	env := []string{
		"HOME=" + home, "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "CLAUDE_CONFIG_DIR=" + filepath.Join(home, ".claude"), "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
	}
	for _, args := range [][]string{
		{"validate", "--strict", a.dir},
		{"validate", "--strict", filepath.Join(a.dir, "plugin-claudecode")},
		{"marketplace", "add", a.dir},
		{"install", "veil@veil"},
	} {
		if _, err := run(home, env, a.claude, append([]string{"plugin"}, args...)...); err != nil {
			return err
		}
	}
	program, err := one(home, ".claude/plugins/cache/veil/veil/*/program/veil")
	if err != nil {
		return err
	}
	_, err = run(home, env, program, "demo")
	return err
}

// bills asserts that each archive has its bill of materials, if there is one at all.
func bills(dist string) error {
	found, err := filepath.Glob(filepath.Join(dist, "*.sbom.json"))
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return skipped("syft is not installed")
	}
	archives, err := filepath.Glob(filepath.Join(dist, "veil_*.tar.gz"))
	if err != nil {
		return err
	}
	for _, name := range archives {
		if !slices.Contains(found, name+".sbom.json") {
			return fmt.Errorf("%s has no bill of materials", filepath.Base(name))
		}
	}
	return nil
}

// tree lists the files below a directory, with what they hold.
func tree(dir string) ([]string, error) {
	var list []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		list = append(list, fmt.Sprintf("%s: %q", filepath.ToSlash(name), text))
		return err
	})
	return list, err
}

func put(path, text string) error {
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600))
}
