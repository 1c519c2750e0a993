// SPDX-License-Identifier: Apache-2.0

package release

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/veil-guard/veil/e2e/boundary"
)

// user is somebody who has nothing but Go: no clone, no module cache.
type user struct {
	dir     string
	env     []string
	version string // the newest release of the program
	program string // the installed veil
}

// tryOut installs the program as the README says and uses it.
func (r *repo) tryOut(work string) error {
	versions, err := r.versions()
	if err != nil {
		return err
	}
	u, err := r.user(work, "user")
	if err != nil {
		return err
	}
	u.version = versions[program]
	u.program = filepath.Join(u.dir, "bin", "veil")
	if runtime.GOOS == "windows" {
		u.program += ".exe"
	}
	path := boundary.Owner + "/" + program + "/cmd/"
	if _, err := run(u.dir, u.env, "go", "install", path+"veil@latest", path+"veil-desk@latest"); err != nil {
		return err
	}
	desk := filepath.Join(filepath.Dir(u.program), strings.Replace(filepath.Base(u.program), "veil", "veil-desk", 1))
	for _, file := range []string{u.program, desk} {
		info, err := buildinfo.ReadFile(file)
		if err != nil {
			return err
		}
		if err := built(info, versions); err != nil {
			return fmt.Errorf("build information of %s: %w", filepath.Base(file), err)
		}
	}
	if said, err := run(u.dir, u.env, desk, "version"); err != nil || said != "veil-desk "+u.version {
		return errors.Join(err, fmt.Errorf("veil-desk says %q", said))
	}
	return u.use()
}

func (r *repo) user(work, name string) (user, error) {
	dir := filepath.Join(work, name)
	env := append(slices.Clone(r.env),
		"GOMODCACHE="+filepath.Join(dir, "modules"),
		"GOBIN="+filepath.Join(dir, "bin"))
	return user{dir: dir, env: env}, errors.Join(
		os.MkdirAll(filepath.Join(dir, "home"), 0o700),
		os.Mkdir(filepath.Join(dir, "project"), 0o700))
}

// expect asserts that a module may depend on a sibling, and on that version.
func expect(m boundary.Module, sibling, version string, versions map[string]string) error {
	if !slices.Contains(m.Siblings, sibling) {
		return fmt.Errorf("%s is not in the import table of %s", sibling, m.Dir)
	}
	if version != versions[sibling] {
		return fmt.Errorf("%s is at %s, its change log at %s", sibling, version, versions[sibling])
	}
	return nil
}

// built asserts that a program was built from the modules of the import table
// at their versions, and from nothing on this machine.
func built(info *debug.BuildInfo, versions map[string]string) error {
	table := Modules()
	m := table[slices.IndexFunc(table, func(m boundary.Module) bool { return m.Dir == program })]
	if info.Main.Path != boundary.Owner+"/"+program || info.Main.Version != versions[program] {
		return fmt.Errorf("the module is %s %s, not %s", info.Main.Path, info.Main.Version, versions[program])
	}
	seen := map[string]bool{}
	for _, dep := range info.Deps {
		sibling, ours := strings.CutPrefix(dep.Path, boundary.Owner+"/")
		switch {
		case dep.Replace != nil:
			return fmt.Errorf("%s is replaced", dep.Path)
		case ours:
			if err := expect(m, sibling, dep.Version, versions); err != nil {
				return err
			}
			seen[sibling] = true
		case !slices.Contains(m.ThirdParty, dep.Path):
			return fmt.Errorf("%s is not in the import table", dep.Path)
		}
	}
	for _, sibling := range m.Siblings {
		if !seen[sibling] {
			return fmt.Errorf("%s is missing", sibling)
		}
	}
	return nil
}

// dni is a made-up value that the hooks must keep back.
const dni = "12345678Z"

// use asks for the version, plays the demonstration, and sends a prompt through
// the hook of each host.
func (u user) use() error {
	calls := []struct {
		in, want string
		args     []string
	}{
		{"", "veil " + u.version, []string{"version"}},
		{"", "each as expected", []string{"demo"}},
		{`{"hook_event_name":"UserPromptSubmit","session_id":"rehearsal","cwd":"/project","prompt":"DNI ` + dni + `"}`,
			`DNI [DNI-001]","hookSpecificOutput":{"hookEventName":"UserPromptSubmit","suppressOriginalPrompt":true`,
			[]string{"claude-code"}},
		{`{"v":1,"id":1,"event":"chat.message","session":"rehearsal","cwd":"/project","host":{"name":"opencode",` +
			`"version":"1.18.33"},"leaves":[["/parts/0/text","DNI ` + dni + `"]]}`,
			`"DNI [DNI-001]"`, []string{"opencode"}},
	}
	for _, call := range calls {
		out, err := u.veil(call.in, call.args...)
		if err != nil {
			return err
		}
		if !strings.Contains(out, call.want) {
			return fmt.Errorf("veil %v says %q, which lacks %q", call.args, out, call.want)
		}
		if call.in != "" && strings.Contains(out, dni) {
			return fmt.Errorf("veil %v lets the value pass", call.args)
		}
	}
	return nil
}

// veil runs the installed program in a project, with a home of its own.
func (u user) veil(in string, args ...string) (string, error) {
	home := filepath.Join(u.dir, "home")
	cmd := exec.Command(u.program, args...)
	cmd.Dir, cmd.Stdin = filepath.Join(u.dir, "project"), strings.NewReader(in)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "VEIL_CATALOG=")
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("veil %v: %w\n%s%s", args, err, out, complaint.String())
	}
	return string(out), nil
}

const downstreamMain = `package main

import "github.com/veil-guard/veil/core"

func main() { print(core.Token{Kind: core.DNI, Number: 1}.String()) }
`

// downstream builds somebody's module that imports only core, and asserts that
// no other module of veil comes with it.
func (r *repo) downstream(work string) error {
	versions, err := r.versions()
	if err != nil {
		return err
	}
	u, err := r.user(work, "downstream")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(u.dir, "main.go"), []byte(downstreamMain), 0o600); err != nil {
		return err
	}
	core := boundary.Owner + "/core"
	for _, args := range [][]string{
		{"mod", "init", "example.com/downstream"},
		{"get", core + "@latest"},
		{"run", "."},
	} {
		if _, err := run(u.dir, u.env, "go", args...); err != nil {
			return err
		}
	}
	list, err := run(u.dir, u.env, "go", "list", "-m", "all")
	if err != nil {
		return err
	}
	var ours []string
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, boundary.Owner) {
			ours = append(ours, strings.TrimSpace(line))
		}
	}
	if want := core + " " + versions["core"]; !slices.Equal(ours, []string{want}) {
		return errors.New("the modules of veil are " + strings.Join(ours, ", ") + ", not only " + want)
	}
	return nil
}
