// SPDX-License-Identifier: Apache-2.0

package release

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// heading is that of a released section, as RELEASING.md prescribes it.
var heading = regexp.MustCompile(`^## (v[0-9]+\.[0-9]+\.[0-9]+) - [0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// Newest returns the version in the first heading of a change log, such as
// "v0.1.0". It is an error if the first second-level heading has another form.
func Newest(changelog string) (string, error) {
	for line := range strings.Lines(changelog) {
		line = strings.TrimRight(line, "\r\n")
		if !strings.HasPrefix(line, "## ") {
			continue
		}
		found := heading.FindStringSubmatch(line)
		if found == nil {
			return "", fmt.Errorf("heading %q is not of the form \"## v0.1.0 - 2026-11-29\"", line)
		}
		return found[1], nil
	}
	return "", errors.New("no heading of the form \"## v0.1.0 - 2026-11-29\"")
}

// raise puts a section for the next version above the newest one: the next
// patch, or the next minor version.
func raise(changelog string, minor bool) (string, error) {
	version, err := Newest(changelog)
	if err != nil {
		return "", err
	}
	var a, b, c int
	if _, err := fmt.Sscanf(version, "v%d.%d.%d", &a, &b, &c); err != nil {
		return "", fmt.Errorf("version %s: %w", version, err)
	}
	if c++; minor {
		b, c = b+1, 0
	}
	above, below, _ := strings.Cut(changelog, "## "+version)
	section := fmt.Sprintf("## v%d.%d.%d - 2000-01-01\n\n### Changed\n\n- Nothing: a rehearsal.\n\n", a, b, c)
	return above + section + "## " + version + below, nil
}

// raise gives core a new patch version and the program a new minor one.
func (r *repo) raise() error {
	for _, module := range []string{"core", program} {
		path := filepath.Join(r.dir, module, "CHANGELOG.md")
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		raised, err := raise(string(text), module == program)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(raised), 0o600); err != nil {
			return err
		}
	}
	_, err := r.git("commit", "--quiet", "--all", "--message", "raise")
	return err
}
