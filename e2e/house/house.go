// SPDX-License-Identifier: Apache-2.0

// Package house holds the rules of the house that a machine can check: licence
// lines, doc comments, sizes, forbidden words and the form of the changelogs.
// Every rule is a function from files to problems, one line each, so that its
// test can show it something wrong.
package house

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// File is a file of the repository.
type File struct {
	Path string // relative to the repository, with slashes
	Text string
}

// Tracked returns the files that git tracks in the repository at root, as they
// are in the working tree. A file that was removed there is left out.
func Tracked(root string) ([]File, error) {
	names, err := git(root, "ls-files", "-z")
	if err != nil {
		return nil, err
	}
	var files []File
	for name := range strings.SplitSeq(strings.TrimSuffix(names, "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		files = append(files, File{name, string(text)})
	}
	return files, nil
}

// Modules returns the folders that are versioned on their own: those with a
// go.mod or a package.json.
func Modules(files []File) []string {
	var dirs []string
	for _, f := range files {
		if base := path.Base(f.Path); base == "go.mod" || base == "package.json" {
			dirs = append(dirs, path.Dir(f.Path))
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// isSource says whether the file is a program's source, by its name.
func isSource(name string) bool {
	return slices.Contains([]string{".go", ".js", ".mjs", ".cjs", ".ts"}, path.Ext(name))
}

// isProduct says whether the file is Go code that is not a test.
func isProduct(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}

// git runs git in dir and returns what it prints.
func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	return string(out), err
}
