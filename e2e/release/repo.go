// SPDX-License-Identifier: Apache-2.0

package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/veil-guard/veil/e2e/boundary"
)

// repo is a scratch clone, with an environment in which the go command finds
// the modules of veil in it.
type repo struct {
	dir string
	env []string
}

// clone clones what is committed at root to work/veil.
func clone(root, work string, options ...string) (*repo, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(work, "veil")
	args := append(append([]string{"clone"}, options...), root, dir)
	if _, err := run(work, nil, "git", args...); err != nil {
		return nil, err
	}
	known, err := run(root, nil, "go", "env", "GOMODCACHE", "GOPROXY")
	if err != nil {
		return nil, err
	}
	cache, proxy, _ := strings.Cut(known, "\n")
	env := []string{
		"GOWORK=off",
		// Trimmed paths let one rehearsal use what another compiled.
		"GOFLAGS=-modcacherw -trimpath",
		"GOMODCACHE=" + filepath.Join(work, "modules"),
		"GOPROXY=file://" + filepath.ToSlash(cache) + "/cache/download," + proxy,
		"GONOPROXY=" + boundary.Owner,
		// The clone's modules are in no checksum database; go.sum still holds.
		"GONOSUMDB=*",
		"GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=url.file://" + filepath.ToSlash(dir) + "/.insteadOf",
		"GIT_CONFIG_VALUE_0=https://" + boundary.Owner,
	}
	return &repo{dir: dir, env: append(env, identity(root)...)}, nil
}

// identity is who commits at root. A clone does not inherit it, and a machine
// for rehearsals may have none.
func identity(root string) []string {
	name, _ := run(root, nil, "git", "config", "user.name")
	mail, _ := run(root, nil, "git", "config", "user.email")
	if name == "" || mail == "" {
		name, mail = "veil", "veil@localhost"
	}
	return []string{
		"GIT_AUTHOR_NAME=" + name, "GIT_AUTHOR_EMAIL=" + mail,
		"GIT_COMMITTER_NAME=" + name, "GIT_COMMITTER_EMAIL=" + mail,
	}
}

func (r *repo) git(args ...string) (string, error) {
	return run(r.dir, r.env, "git", args...)
}

// goIn runs the go command in a module's folder.
func (r *repo) goIn(module string, args ...string) (string, error) {
	return run(filepath.Join(r.dir, module), r.env, "go", args...)
}

// versions returns the version of each module: its newest heading.
func (r *repo) versions() (map[string]string, error) {
	of := map[string]string{}
	for _, m := range Modules() {
		text, err := os.ReadFile(filepath.Join(r.dir, m.Dir, "CHANGELOG.md"))
		if err != nil {
			return nil, err
		}
		if of[m.Dir], err = Newest(string(text)); err != nil {
			return nil, fmt.Errorf("%s/CHANGELOG.md: %w", m.Dir, err)
		}
	}
	return of, nil
}

// goMod is what go mod edit -json prints, as far as it matters here.
type goMod struct {
	Require []struct{ Path, Version string }
	Replace []struct {
		Old struct{ Path string }
		New struct{ Path string }
	}
}

// replaces returns the replace directives, sorted.
func (m goMod) replaces() []string {
	var list []string
	for _, r := range m.Replace {
		list = append(list, r.Old.Path+" => "+r.New.Path)
	}
	slices.Sort(list)
	return list
}

// goMod reads a module's go.mod, or another file, named relative to its folder.
func (r *repo) goMod(module string, file ...string) (goMod, error) {
	var mod goMod
	text, err := r.goIn(module, append([]string{"mod", "edit", "-json"}, file...)...)
	if err != nil {
		return mod, err
	}
	return mod, json.Unmarshal([]byte(text), &mod)
}

// inspect asserts on the release commit: nothing is left uncommitted, and no
// go.mod holds a replace, a sibling that the import table forbids, or a sibling
// at another version than that of its change log.
func (r *repo) inspect() error {
	if rest, err := r.git("status", "--porcelain"); err != nil || rest != "" {
		return errors.Join(err, fmt.Errorf("not committed: %q", rest))
	}
	versions, err := r.versions()
	if err != nil {
		return err
	}
	for _, m := range boundary.Modules() {
		mod, err := r.goMod(m.Dir)
		if err != nil {
			return err
		}
		if err := judge(m, mod, versions); err != nil {
			return fmt.Errorf("%s/go.mod: %w", m.Dir, err)
		}
	}
	return nil
}

func judge(m boundary.Module, mod goMod, versions map[string]string) error {
	for _, replaced := range mod.Replace {
		return fmt.Errorf("replaces %s; go install refuses it", replaced.Old.Path)
	}
	for _, required := range mod.Require {
		sibling, ours := strings.CutPrefix(required.Path, boundary.Owner+"/")
		if !ours {
			continue
		}
		if err := expect(m, sibling, required.Version, versions); err != nil {
			return err
		}
	}
	return nil
}

// boundary runs the tests of the import rules at the release commit.
func (r *repo) boundary() error {
	_, err := r.goIn("e2e", "test", "-count=1", "./boundary/...")
	return err
}
