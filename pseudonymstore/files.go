// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const (
	folderMode = 0o700
	fileMode   = 0o600
)

// remedyRemove is for a file that nothing in this package would have written.
const remedyRemove = "move it away; veil then starts anew and does not know the tokens in it"

// ensureFolder creates a private folder, or checks that the one in place is.
func ensureFolder(path string) error {
	err := os.Mkdir(path, folderMode)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
			return fileError(path, "", err)
		}
		err = os.Mkdir(path, folderMode)
	}
	if err == nil {
		// A umask may have taken bits away that the owner needs.
		if err := os.Chmod(path, folderMode); err != nil {
			return fileError(path, "", err)
		}
		return syncFolder(filepath.Dir(path))
	}
	if !errors.Is(err, fs.ErrExist) {
		return fileError(path, "make the folder above it writable", err)
	}
	return checkFolder(path)
}

// checkFolder checks that a folder is the user's own, private, and no link to
// somewhere else.
func checkFolder(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return fileError(path, "", err)
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return fileError(path, "it is a link: remove it", ErrUnsafeFile)
	case !info.IsDir():
		return fileError(path, "remove it", ErrNotFolder)
	}
	if remedy := distrust(path, info); remedy != "" {
		return fileError(path, remedy, ErrUnsafeFile)
	}
	return nil
}

// maxMaking is how long createOnce can be busy with one file.
const maxMaking = time.Hour

// removeLeftovers removes what createOnce left in a folder whose process was killed.
// What cannot be removed is left, and goes with the folder.
func removeLeftovers(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if ours, _ := filepath.Match(".*.tmp", entry.Name()); !ours {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > maxMaking {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// createOnce creates a file with its whole content, or leaves the one in
// place. Of several processes that do so at once, one wins and none ever sees
// part of the content.
func createOnce(path string, content []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return fileError(path, "make the folder writable", err)
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	err = fill(temp, content)
	if err := errors.Join(err, temp.Close()); err != nil {
		return fileError(path, "", err)
	}
	if err := os.Link(temp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fileError(path, "use a file system with hard links for veil's state", err)
	}
	return syncFolder(filepath.Dir(path))
}

// unfinished is the name of a file in a session's folder that is being written.
// Only one is at a time, by who holds the session's lock.
const unfinished = "unfinished"

// writeNew makes a file with its whole content in place of what a killed writer
// may have left. durable says whether the content, not yet the name, must
// outlive a crash of the machine. The file is removed on failure.
func writeNew(path string, durable bool, parts ...string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fileError(path, "remove it", err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return fileError(path, "make the folder writable", err)
	}
	for _, part := range parts {
		if err == nil {
			_, err = file.WriteString(part)
		}
	}
	if err == nil {
		err = file.Chmod(fileMode)
	}
	if err == nil && durable {
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return fileError(path, "", errors.Join(err, os.Remove(path)))
	}
	return nil
}

// fill writes the content of a new file and makes it durable.
func fill(file *os.File, content []byte) error {
	if _, err := file.Write(content); err != nil {
		return err
	}
	if err := file.Chmod(fileMode); err != nil {
		return err
	}
	return file.Sync()
}

// openPrivate opens a file that must be the user's own regular file, with no
// access for others, and not a link to somewhere else.
func openPrivate(path string) (*os.File, error) {
	found, err := os.Lstat(path)
	if err != nil {
		return nil, fileError(path, "", err)
	}
	if !found.Mode().IsRegular() {
		return nil, fileError(path, "it is not a regular file: remove it", ErrUnsafeFile)
	}
	if remedy := distrust(path, found); remedy != "" {
		return nil, fileError(path, remedy, ErrUnsafeFile)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fileError(path, "", err)
	}
	opened, err := file.Stat()
	if err == nil && !os.SameFile(found, opened) {
		err = ErrUnsafeFile
	}
	if err != nil {
		return nil, errors.Join(fileError(path, "it was replaced meanwhile: try again", err), file.Close())
	}
	return file, nil
}

// isNamed says whether a path still names an open file.
func isNamed(path string, opened fs.FileInfo) bool {
	named, err := os.Lstat(path)
	return err == nil && os.SameFile(named, opened)
}

// newest is the version up to which this package reads a format. It writes the
// lowest one that has what is written.
func newest(format string) int {
	if format == logFormat {
		return 2
	}
	return 1
}

// maxHeader is the length in bytes within which a header must end.
const maxHeader = 64

// header is the first line of a new file.
func header(format string) string { return headerOf(format, 1) }

// headerOf is the first line of a file: the name of its format and the version.
func headerOf(format string, version int) string {
	return "veil " + format + " " + strconv.Itoa(version) + "\n"
}

// checkHeader checks the first line of a file.
func checkHeader(file *os.File, format string) error {
	found := versionOf(file, format)
	if found == 0 {
		remedy := remedyRemove
		if format == logFormat {
			remedy = remedyLog
		}
		return fileError(file.Name(), remedy, ErrCorrupt)
	}
	if found > newest(format) {
		return fileError(file.Name(), "update veil", ErrNewerVersion)
	}
	return nil
}

// versionOf is the version in the first line of a file, or 0 if that is not the
// header of the format.
func versionOf(file *os.File, format string) int {
	start := make([]byte, maxHeader)
	n, _ := file.ReadAt(start, 0)
	line, _, ok := bytes.Cut(start[:n], []byte("\n"))
	digits, named := bytes.CutPrefix(line, []byte("veil "+format+" "))
	found, err := strconv.ParseUint(string(digits), 10, 31)
	if !ok || !named || err != nil {
		return 0
	}
	return int(found)
}
