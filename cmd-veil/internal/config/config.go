// SPDX-License-Identifier: Apache-2.0

// Package config finds and reads veil's configuration: veil.yaml of the
// machine (managed), of the person and of the project, and the client name
// catalogues that they name.
package config

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// The values of the key display.
const (
	// DisplayInteractive shows real values only on a screen that a person reads.
	DisplayInteractive = "interactive"
	// DisplayAlways shows them wherever the assistant's text goes.
	DisplayAlways = "always"
)

// The values of the key images.
const (
	// ImagesWithhold keeps pictures and documents that veil cannot read from the model.
	ImagesWithhold = "withhold"
	// ImagesPass lets them through unread.
	ImagesPass = "pass"
)

// Config is the configuration in force: that of all files together.
type Config struct {
	Catalogs     []string // absolute paths
	AllowValues  []string
	AllowDomains []string
	AllowPaths   []string
	LocalTools   []string // patterns of tool names
	Reveal       []Reveal
	KeepTokens   []string // patterns of absolute paths
	Display      string
	Images       string
	Assignments  bool     // passwords and tokens that are assigned are found too
	Files        []string // the files that were read or would be, for deny rules
	Relaxed      []Relaxation
	allowAt      map[string]place
}

// Error says what is wrong with the configuration, where, and how to mend it.
type Error struct {
	File string // "" if no file is at fault
	Line int    // 0 if no line is
	What string
	Mend string
}

// Error renders "file:line: what".
func (e *Error) Error() string {
	switch {
	case e.File == "":
		return e.What
	case e.Line == 0:
		return fmt.Sprintf("%s: %s", e.File, e.What)
	default:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What)
	}
}

// Remedy says what to do about it, in one line.
func (e *Error) Remedy() string { return e.Mend }

// managedFile is where an administrator puts the configuration of a machine.
const managedFile = "/etc/veil/veil.yaml"

// Load reads the configuration: managed before user before project. The first
// file that has a key decides it, but catalogues add up and any file may have more
// detected. The user's file is looked
// for where the environment says and in the account's home directory, so that a
// project which sets HOME or XDG_CONFIG_HOME takes no catalogue away. VEIL_CATALOG
// adds catalogues, and there is no variable that loosens anything. Project files are
// .veil.yaml in each workspace and in the directories above it; they may only
// tighten. Errors are *Error.
func Load(d Dirs, workspaces ...string) (Config, error) {
	c := Config{}
	files := []source{{path: managedFile}}
	for _, dir := range []string{d.Config, d.Account} {
		if path := filepath.Join(dir, "veil.yaml"); dir != "" && path != files[len(files)-1].path {
			files = append(files, source{path: path})
		}
	}
	for _, path := range projectFiles(workspaces) {
		files = append(files, source{path: path, project: true})
	}
	for _, f := range files {
		c.Files = append(c.Files, f.path)
		layer, err := read(f)
		if err != nil {
			return Config{}, err
		}
		c.Relaxed = append(c.Relaxed, c.relaxedBy(f.path, layer)...)
		c.add(layer)
	}
	for _, path := range EnvironmentCatalogs() {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return Config{}, &Error{What: "VEIL_CATALOG is not a usable path", Mend: "set it to an absolute path"}
		}
		c.Catalogs = append(c.Catalogs, absolute)
	}
	c.complete()
	return c, nil
}

// EnvironmentCatalogs returns the catalogues that VEIL_CATALOG adds.
func EnvironmentCatalogs() []string {
	return slices.DeleteFunc(filepath.SplitList(os.Getenv("VEIL_CATALOG")), func(path string) bool { return path == "" })
}

// complete fills in what no file says.
func (c *Config) complete() {
	c.Display = cmp.Or(c.Display, DisplayInteractive)
	c.Images = cmp.Or(c.Images, ImagesWithhold)
}

// LoadFile reads the configuration of one file alone, as a person's. Unlike with
// [Load], the file must be there. Errors are *Error.
func LoadFile(path string) (Config, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return Config{}, &Error{path, 0, "not a usable path", "give an absolute path"}
	}
	if _, err := os.Stat(absolute); err != nil {
		return Config{}, &Error{path, 0, "cannot be read: " + Cause(err), "name a file like veil.yaml"}
	}
	l, err := read(source{path: absolute})
	if err != nil {
		return Config{}, err
	}
	c := Config{Files: []string{absolute}}
	c.add(l)
	c.complete()
	return c, nil
}

// add joins a layer of lower precedence.
func (c *Config) add(l layer) {
	c.Catalogs = append(c.Catalogs, l.catalogs...)
	first(&c.AllowValues, l.allowValues)
	first(&c.AllowDomains, l.allowDomains)
	c.addAllowAt(l)
	first(&c.AllowPaths, l.allowPaths)
	first(&c.LocalTools, l.localTools)
	first(&c.Reveal, l.reveal)
	first(&c.KeepTokens, l.keepTokens)
	if c.Display == "" {
		c.Display = l.display
	}
	if c.Images == "" || l.images == ImagesWithhold && l.project {
		c.Images = l.images
	}
	c.Assignments = c.Assignments || l.assignments
}

// first sets a list that no earlier layer has set.
func first[T any](have *[]T, next []T) {
	if *have == nil {
		*have = next
	}
}

// projectFiles returns the .veil.yaml files that may apply to the workspaces,
// each once.
func projectFiles(workspaces []string) []string {
	var files []string
	seen := map[string]bool{}
	for _, w := range workspaces {
		for dir := w; filepath.IsAbs(dir); dir = filepath.Dir(dir) {
			if path := filepath.Join(dir, ".veil.yaml"); !seen[path] {
				seen[path] = true
				files = append(files, path)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return files
}
