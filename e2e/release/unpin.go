// SPDX-License-Identifier: Apache-2.0

package release

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/veil-guard/veil/e2e/boundary"
)

// Unpin lets every module at root replace its siblings by their folders again.
// It does not commit.
func Unpin(root string) error {
	for _, m := range boundary.Modules() {
		if len(m.Siblings) == 0 {
			continue
		}
		edit := []string{"mod", "edit"}
		for _, s := range m.Siblings {
			edit = append(edit, "-replace="+boundary.Owner+"/"+s+"=../"+s)
		}
		for _, args := range [][]string{edit, {"mod", "tidy"}} {
			if _, err := run(filepath.Join(root, m.Dir), []string{"GOWORK=off"}, "go", args...); err != nil {
				return fmt.Errorf("%s: %w", m.Dir, err)
			}
		}
	}
	return nil
}

// backToMain unpins the release commit, asserts that the replaces are those of
// the commit before it, that the program builds outside the workspace and that
// the workspace loads, and commits.
func (r *repo) backToMain() error {
	if err := Unpin(r.dir); err != nil {
		return err
	}
	for _, m := range boundary.Modules() {
		if err := r.replacesAsBefore(m.Dir); err != nil {
			return fmt.Errorf("%s/go.mod: %w", m.Dir, err)
		}
	}
	if _, err := r.goIn(program, "build", "./..."); err != nil {
		return err
	}
	if _, err := run(r.dir, append(slices.Clone(r.env), "GOWORK="), "go", "list", "-deps", "work"); err != nil {
		return err
	}
	_, err := r.git("commit", "--quiet", "--all", "--message", "unpin")
	return err
}

func (r *repo) replacesAsBefore(module string) error {
	text, err := r.git("show", "HEAD~1:"+module+"/go.mod")
	if err != nil {
		return err
	}
	const old = "../before.mod"
	path := filepath.Join(r.dir, module, old)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err
	}
	before, err := r.goMod(module, old)
	if err != nil {
		return err
	}
	now, err := r.goMod(module)
	if err != nil {
		return err
	}
	if was, is := before.replaces(), now.replaces(); !slices.Equal(was, is) {
		return fmt.Errorf("replaces are %v, were %v", is, was)
	}
	return os.Remove(path)
}
