// SPDX-License-Identifier: Apache-2.0

package house

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Release is one version in a changelog.
type Release struct {
	Version string // "v0.1.0"
	Date    time.Time
	Text    string // from its heading to the next, without the space around
}

// releaseHeading is "## vX.Y.Z - YYYY-MM-DD".
var releaseHeading = regexp.MustCompile(`^## (v\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$`)

// changeKinds are the sections that a release may have (Keep a Changelog).
var changeKinds = []string{"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}

// Releases reads a changelog, newest release first. It is an error if a heading
// has another form, if a section is unknown or empty, or if the versions do not
// fall from one release to the next. The newest release is the module's version.
func Releases(changelog string) ([]Release, error) {
	var list []Release
	for i, part := range strings.Split("\n"+changelog, "\n## ") {
		if i == 0 {
			continue
		}
		r, err := parseRelease("## " + strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			newer := list[len(list)-1]
			if !above(newer.Version, r.Version) || newer.Date.Before(r.Date) {
				return nil, fmt.Errorf("%s stands above %s", newer.Version, r.Version)
			}
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		return nil, errors.New("no release")
	}
	return list, nil
}

func parseRelease(text string) (Release, error) {
	heading, body, _ := strings.Cut(text, "\n")
	m := releaseHeading.FindStringSubmatch(heading)
	if m == nil {
		return Release{}, fmt.Errorf("%q is not ## vX.Y.Z - YYYY-MM-DD", heading)
	}
	date, err := time.Parse(time.DateOnly, m[2])
	if err != nil {
		return Release{}, fmt.Errorf("%q holds no date", heading)
	}
	sections := strings.Split("\n"+body, "\n### ")
	if len(sections) < 2 {
		return Release{}, fmt.Errorf("%s has no section", m[1])
	}
	for _, section := range sections[1:] {
		name, items, _ := strings.Cut(section, "\n")
		if !slices.Contains(changeKinds, name) || strings.TrimSpace(items) == "" {
			return Release{}, fmt.Errorf("%s: section %q is unknown or empty", m[1], name)
		}
	}
	return Release{m[1], date, text}, nil
}

// above says whether version a is newer than b. Both are vX.Y.Z.
func above(a, b string) bool { return slices.Compare(numbers(a), numbers(b)) > 0 }

func numbers(version string) []int {
	var list []int
	for part := range strings.SplitSeq(version[1:], ".") {
		n, _ := strconv.Atoi(part) // the heading's form says that it is one
		list = append(list, n)
	}
	return list
}

// PackageVersion reads the version out of a package.json, as "v0.1.0".
func PackageVersion(packageJSON string) (string, error) {
	var p struct{ Version string }
	err := json.Unmarshal([]byte(packageJSON), &p)
	return "v" + p.Version, err
}
