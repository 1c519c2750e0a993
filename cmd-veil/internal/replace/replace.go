// SPDX-License-Identifier: Apache-2.0

// Package replace puts a new file in the place of one that a person owns.
package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// temporary is how the names of files begin that are being written; digits follow.
const temporary = ".veil-"

// abandoned is how old such a file is for certain if who wrote it was killed.
const abandoned = time.Minute

// clearUp removes from a folder what was abandoned there: it holds what a person's file
// was to hold.
func clearUp(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), temporary)
		if !ok || number == "" || strings.Trim(number, "0123456789") != "" {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// File writes text beside path and puts it in its place. A file that is there gives its
// mode and its owner to the new one, unless the new one is to be run; else the mode is
// mode. What reads the path meanwhile gets the old text or the new one.
func File(path string, text []byte, mode fs.FileMode) (err error) {
	info, err := os.Stat(path)
	if err == nil && mode&0o111 == 0 {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), temporary+"*")
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
