// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/veil-guard/veil/cmd-veil/internal/replace"
)

// Apply makes the changes. Each file is replaced at once, by one with the same mode and
// owner; where a path is a link, the file that it leads to. A file that changed since
// the plan was made is a *Refusal. What was done before an error stays.
func (plan *Plan) Apply() error {
	for _, c := range plan.Changes {
		now, err := read(c.Path)
		if err == nil && !bytes.Equal(now, c.Old) {
			err = &Refusal{What: c.Path + " has just been changed by something else", Remedy: "try again"}
		}
		if err == nil {
			err = c.apply()
		}
		if err != nil {
			return err
		}
	}
	for _, dir := range plan.dirs {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() { // a link is a person's own
			_ = os.Remove(dir) // only if it is empty
		}
	}
	return nil
}

func (c Change) apply() error {
	if c.New == nil {
		return os.Remove(c.Path)
	}
	path := c.Path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := c.makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	return replace.File(path, c.New, c.mode)
}

// makeFolder makes a folder and those above it: who may read the file may go there,
// whatever the mask of this process is.
func (c Change) makeFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if above := filepath.Dir(dir); above != dir {
		if err := c.makeFolder(above); err != nil {
			return err
		}
	}
	mode := fs.FileMode(0o700)
	if c.mode&0o004 != 0 {
		mode = 0o755
	}
	if err := os.Mkdir(dir, mode); err != nil {
		return err
	}
	return os.Chmod(dir, mode)
}
