// SPDX-License-Identifier: Apache-2.0

package release

import (
	"errors"
	"fmt"
	"strings"

	"github.com/veil-guard/veil/e2e/boundary"
)

// pin makes the release commit and the tags of the modules whose newest version
// has none, and that of the product if the program is among them. It returns
// the new tags. A module without a new version keeps its tag, and must not have
// changed since.
//
// A module's go.sum needs its siblings' tags, so each is committed and tagged
// by itself; then the commits become one and the tags move to it. The sums stay
// true: they cover the files of one module only.
func (r *repo) pin() ([]string, error) {
	base, err := r.git("rev-parse", "HEAD")
	if err != nil {
		return nil, err
	}
	versions, err := r.versions()
	if err != nil {
		return nil, err
	}
	var tags []string
	for _, m := range boundary.Modules() {
		if err := r.pinModule(m, versions); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Dir, err)
		}
		if versions[m.Dir] == "" {
			continue
		}
		fresh, err := r.tag(m.Dir, versions[m.Dir])
		if err != nil {
			return nil, err
		}
		tags = append(tags, fresh...)
	}
	if len(tags) == 0 {
		return nil, errors.New("nothing to release; write a new heading into a CHANGELOG.md")
	}
	return tags, r.squash(base, tags)
}

func (r *repo) pinModule(m boundary.Module, versions map[string]string) error {
	edit := []string{"mod", "edit"}
	for _, s := range m.Siblings {
		path := boundary.Owner + "/" + s
		edit = append(edit, "-dropreplace="+path, "-require="+path+"@"+versions[s])
	}
	if len(m.Siblings) > 0 {
		if _, err := r.goIn(m.Dir, edit...); err != nil {
			return err
		}
	}
	if _, err := r.goIn(m.Dir, "mod", "tidy"); err != nil {
		return err
	}
	_, err := r.git("commit", "--quiet", "--allow-empty", "--all", "--message", "pin "+m.Dir)
	return err
}

// tag tags a module's version and returns the new tags: none if it has one.
func (r *repo) tag(module, version string) ([]string, error) {
	tag := module + "/" + version
	known, err := r.git("tag", "--list", tag)
	if err != nil {
		return nil, err
	}
	if known != "" {
		return nil, r.unchangedSince(tag, module)
	}
	tags := []string{tag}
	if module == program {
		tags = append(tags, version)
	}
	for _, t := range tags {
		if _, err := r.git("tag", "--no-sign", t); err != nil {
			return nil, err
		}
	}
	return tags, nil
}

// unchangedSince compares all files of a module but those that pinning writes.
func (r *repo) unchangedSince(tag, module string) error {
	changed, err := r.git("diff", "--name-only", tag, "HEAD", "--",
		module, ":(exclude)"+module+"/go.mod", ":(exclude)"+module+"/go.sum")
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("%s changed since %s; write a new heading into its CHANGELOG.md\n%s", module, tag, changed)
	}
	return nil
}

// squash makes one commit of all since base and moves the tags to it. The last
// tag names it: the product's, if there is one.
func (r *repo) squash(base string, tags []string) error {
	if _, err := r.git("reset", "--quiet", "--soft", base); err != nil {
		return err
	}
	_, err := r.git("commit", "--quiet", "--allow-empty",
		"--message", "release: "+strings.ReplaceAll(tags[len(tags)-1], "/", " "),
		"--message", "Siblings are required at their released versions: go install refuses\nreplaces. Tags: "+strings.Join(tags, ", "))
	for _, t := range tags {
		if err == nil {
			_, err = r.git("tag", "--no-sign", "--force", t)
		}
	}
	return err
}

// deliver fetches the release commit into root, all or nothing.
func (r *repo) deliver(root string, tags []string) (string, error) {
	branch := "release/" + tags[len(tags)-1]
	args := []string{"fetch", "--quiet", "--atomic", "--no-tags", r.dir, "HEAD:refs/heads/" + branch}
	for _, t := range tags {
		args = append(args, "refs/tags/"+t+":refs/tags/"+t)
	}
	_, err := run(root, nil, "git", args...)
	return branch, err
}
