// SPDX-License-Identifier: Apache-2.0

package install

import (
	"embed"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/veil-guard/veil/cmd-veil/internal/plural"
)

// files are copies of the plugins; a test compares them, and its flag -update copies
// them anew. Another module's files cannot be embedded.
//
//go:embed all:files
var files embed.FS

const (
	claudeFiles   = "files/claude-code"
	openCodeFiles = "files/opencode"
	manifest      = ".claude-plugin/plugin.json"
	programFile   = "program/veil"
)

// copyPlugin plans the copies of a plugin's files and of the program. A manifest goes
// last: before it the host sees no plugin.
func (plan *Plan) copyPlugin(from, to, program string) error {
	if err := refuseForeign(from, to); err != nil {
		return err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	if err := plan.put(filepath.Join(to, programFile), binary, 0o700); err != nil {
		return err
	}
	names, err := filesOf(from)
	for _, name := range names {
		text, err := files.ReadFile(path.Join(from, name))
		if err != nil {
			return err
		}
		if err := plan.put(filepath.Join(to, name), text, 0o600); err != nil {
			return err
		}
	}
	return err
}

// removePlugin plans to remove what copyPlugin wrote, the manifest first. Other files
// stay, and so do their folders. above are folders that install may have made, the inner
// ones first.
func (plan *Plan) removePlugin(from, to string, above ...string) error {
	names, err := filesOf(from)
	if err != nil {
		return err
	}
	if isForeign(from, to) {
		return nil // it is not what install wrote
	}
	names = append([]string{programFile}, names...)
	before := len(plan.Changes)
	for i := len(names) - 1; i >= 0; i-- {
		if err := plan.remove(filepath.Join(to, names[i])); err != nil {
			return err
		}
	}
	for _, dir := range []string{"program", "hooks", ".claude-plugin", "."} {
		plan.dirs = append(plan.dirs, filepath.Join(to, dir))
	}
	if len(plan.Changes) > before {
		plan.dirs = append(plan.dirs, above...)
	}
	if others := othersThan(names, to); len(others) > 0 {
		plan.Stays = append(plan.Stays, to+" stays, with "+plural.Of(len(others), "file")+" that no veil install wrote, as "+others[0]+": take it out by hand")
	}
	return nil
}

// othersThan names the files of a folder that are none of those.
func othersThan(names []string, folder string) (others []string) {
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		if err == nil && !entry.IsDir() && !slices.Contains(names, filepath.ToSlash(name)) {
			others = append(others, filepath.ToSlash(name))
		}
		return nil
	})
	return others
}

// filesOf names a plugin's files, its manifest last.
func filesOf(from string) (names []string, err error) {
	last := ""
	err = fs.WalkDir(files, from, func(name string, entry fs.DirEntry, err error) error {
		name = strings.TrimPrefix(name, from+"/")
		switch {
		case err != nil || entry.IsDir():
		case name == manifest:
			last = name
		default:
			names = append(names, name)
		}
		return err
	})
	if last != "" {
		names = append(names, last)
	}
	return names, err
}

// refuseForeign refuses a folder that is a link, or that holds another plugin.
func refuseForeign(from, to string) error {
	info, err := os.Lstat(to)
	if err != nil {
		return nil //nolint:nilerr // it is not there, or what follows will say
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return &Refusal{What: to + " is a link", Remedy: "remove the link, and install again"}
	}
	if !info.IsDir() {
		return &Refusal{What: to + " is not a folder", Remedy: "move it away, and install again"}
	}
	if from == claudeFiles && holdsAnother(to) {
		return &Refusal{What: to + " holds something else than veil's plugin", Remedy: "move it away, and install again"}
	}
	return nil
}

// holdsAnother says whether a folder of Claude Code's skills is another plugin, or a
// skill, or has files in the places of veil's. What else lies there no host reads, as what
// a copy of a clone leaves.
func holdsAnother(folder string) bool {
	text, err := readPlain(filepath.Join(folder, manifest))
	if err == nil {
		var plugin struct{ Name string }
		_ = json.Unmarshal(text, &plugin) // no name is another name
		return plugin.Name != "veil"
	}
	if _, err := os.Stat(filepath.Join(folder, programFile)); err == nil {
		return false // an installation that was cut off
	}
	names, err := filesOf(claudeFiles)
	for _, name := range append(names, "SKILL.md") {
		if _, failed := os.Lstat(filepath.Join(folder, name)); failed == nil {
			return true
		}
	}
	return err != nil
}

// isForeign says whether a folder holds something that install did not write.
func isForeign(from, to string) bool { return refuseForeign(from, to) != nil }
