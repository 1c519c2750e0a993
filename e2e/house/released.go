// SPDX-License-Identifier: Apache-2.0

package house

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Edited names the releases of a module that its changelog tells otherwise than
// when they were released, or no more. What was released is what the changelog
// held at the tags dir/vX.Y.Z; without a tag nothing is released yet.
func Edited(root, dir string) ([]string, error) {
	name := dir + "/CHANGELOG.md"
	now, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	releases, err := Releases(string(now))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	told := map[string]string{}
	for _, r := range releases {
		told[r.Version] = r.Text
	}
	tags, err := git(root, "tag", "--list", dir+"/v*")
	if err != nil {
		return nil, err
	}
	var problems []string
	for _, tag := range strings.Fields(tags) {
		then, err := git(root, "show", tag+":"+name)
		if err != nil {
			return nil, fmt.Errorf("%s at %s: %w", name, tag, err)
		}
		released, err := Releases(then)
		if err != nil {
			return nil, fmt.Errorf("%s at %s: %w", name, tag, err)
		}
		if version := strings.TrimPrefix(tag, dir+"/"); released[0].Version != version {
			problems = append(problems, fmt.Sprintf("%s at %s: the newest release is %s", name, tag, released[0].Version))
		}
		for _, r := range released {
			if told[r.Version] != r.Text {
				problems = append(problems, fmt.Sprintf("%s: %s was released by %s and has been edited", name, r.Version, tag))
			}
		}
	}
	return problems, nil
}
