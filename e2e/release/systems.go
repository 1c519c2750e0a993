// SPDX-License-Identifier: Apache-2.0

package release

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// system is a package manager that works below another root than this machine's.
type system struct {
	dist, program, pattern string
	own                    []string // what it keeps below the root, before a package is there
	prepare                func(root string) error
	install, remove        func(root, file string) []string // its arguments
	place                  func(string) string              // where a file of a Debian package stands
}

// deb is dpkg. It writes its log and its state below the root as well.
func deb(dist string) system {
	options := func(root string, more ...string) []string {
		return append([]string{"--root=" + root, "--log=" + filepath.Join(root, "var/lib/dpkg/log")}, more...)
	}
	return system{
		dist: dist, program: "dpkg", pattern: "*_linux_" + runtime.GOARCH + "*.deb", own: []string{"var/lib/dpkg/"},
		prepare: func(root string) error {
			state := filepath.Join(root, "var/lib/dpkg")
			return errors.Join(os.MkdirAll(filepath.Join(state, "info"), 0o750), os.MkdirAll(filepath.Join(state, "updates"), 0o750), put(filepath.Join(state, "status"), ""))
		},
		install: func(root, file string) []string { return options(root, "--install", file) },
		remove:  func(root, _ string) []string { return options(root, "--purge", "veil") },
		place:   func(path string) string { return path },
	}
}

// rpm is RPM, told not to look for what the system would bring.
func rpm(dist string) system {
	options := func(root string, more ...string) []string {
		list := []string{"--root=" + root, "--dbpath=/var/lib/rpm", "--define=_pkgverify_level none"}
		if _, err := os.Stat("/etc/debian_version"); err == nil {
			list = append(list, "--force-debian")
		}
		return append(list, more...)
	}
	return system{
		dist: dist, program: "rpm", pattern: "*_linux_" + runtime.GOARCH + "*.rpm", own: []string{"var/lib/rpm/", "var/lib/rpm", "usr/lib/sysimage/rpm/"},
		prepare: func(root string) error {
			_, err := run(root, nil, "rpm", "--root="+root, "--dbpath=/var/lib/rpm", "--initdb")
			return err
		},
		install: func(root, file string) []string { return options(root, "--install", "--nodeps", file) },
		remove:  func(root, _ string) []string { return options(root, "--erase", "veil") },
		place: func(path string) string {
			return strings.Replace(path, "usr/share/zsh/vendor-completions", "usr/share/zsh/site-functions", 1)
		},
	}
}

// try installs the package below root, uses the program, and removes it: nothing stays.
func (s system) try(root string, programs []string) error {
	if _, err := exec.LookPath(s.program); err != nil {
		return skipped(s.program + " is not installed")
	}
	if os.Geteuid() != 0 {
		return skipped("only root can give files to root, as " + s.program + " does")
	}
	file, err := one(s.dist, s.pattern)
	if err != nil {
		return err
	}
	if err := errors.Join(os.MkdirAll(root, 0o750), s.prepare(root)); err != nil {
		return err
	}
	if _, err := run(root, nil, s.program, s.install(root, file)...); err != nil {
		return err
	}
	var names []string
	for _, f := range shared(programs) {
		names = append(names, s.place(f.deb))
	}
	if err := present(root, slices.DeleteFunc(names, isLink)...); err != nil {
		return err
	}
	link, err := os.Readlink(filepath.Join(root, "usr/share/veil/plugin-claudecode/program/veil"))
	if err != nil || link != "/usr/bin/veil" {
		return errors.Join(err, fmt.Errorf("the plugin's program leads to %q", link))
	}
	if _, err := run(root, nil, filepath.Join(root, "usr/bin/veil"), "demo"); err != nil {
		return err
	}
	if _, err := run(root, nil, s.program, s.remove(root, file)...); err != nil {
		return err
	}
	return s.empty(root)
}

// isLink says whether a file of a package is a link to a place outside of a test's root.
func isLink(name string) bool { return strings.HasSuffix(name, "program/veil") }

// empty asserts that only the package manager's own files are left.
func (s system) empty(root string) error {
	left, err := tree(root)
	if err != nil {
		return err
	}
	for _, file := range left {
		if !slices.ContainsFunc(s.own, func(own string) bool { return strings.HasPrefix(file, own) }) {
			name, _, _ := strings.Cut(file, ":")
			return fmt.Errorf("%s is left behind", name)
		}
	}
	for _, dir := range []string{"usr/share/veil", "usr/share/doc/veil"} {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(dir))); err == nil {
			return errors.New(dir + " is left behind")
		}
	}
	return nil
}
