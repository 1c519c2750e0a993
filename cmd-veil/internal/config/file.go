// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
)

// errNotDir: a part of the path is a file, so the path does not exist.
var errNotDir error = syscall.ENOTDIR

// longestRead bounds what a file of the system that only looks like one of the disk, as
// /proc/kmsg, may keep its reader waiting.
const longestRead = 2 * time.Second

// ErrIrregular says that a path leads to a directory, a pipe or a device.
var ErrIrregular = errors.New("not a regular file")

// ReadRegular reads a regular file of at most limit bytes. A pipe or a device,
// which could block for ever, is refused before it is opened.
func ReadRegular(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, ErrIrregular
	}
	return readRegular(path, limit)
}

// readRegular opens the file without waiting: something else may have taken its place.
func readRegular(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	tooLarge := fmt.Errorf("larger than %d MiB", limit>>20)
	switch info, err := f.Stat(); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, ErrIrregular
	case info.Size() > limit:
		return nil, tooLarge
	}
	_ = f.SetReadDeadline(time.Now().Add(longestRead)) // for a file of the disk there is none
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = tooLarge
	}
	return text, err
}

// Cause is the error's text without the path, which the caller names.
func Cause(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}

func keys[V any](m map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}
