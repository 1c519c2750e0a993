// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
		_ = os.Remove(dir) // only if it is empty
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
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return replace(path, c.New, c.mode)
}

// replace writes a file beside path and puts it in its place.
func replace(path string, text []byte, mode fs.FileMode) (err error) {
	info, err := os.Stat(path)
	if err == nil && mode&0o111 == 0 {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".veil-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
	}()
	if info != nil {
		if err := keepOwner(f, info); err != nil {
			return err
		}
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
