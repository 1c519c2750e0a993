// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Purge removes the session whose folder has the name, with all its files. One
// that is in use, or was used after unused, stays: [ErrInUse]. A zero time does
// not count. What an earlier Purge left half removed is removed too. Errors are
// *Error.
func Purge(dir, name string, unused time.Time) error {
	folder, err := findSession(dir, name)
	if err == nil {
		err = purge(folder, unused)
	}
	return during("purge", err)
}

func purge(folder string, unused time.Time) error {
	gone, err := retire(folder, unused)
	if err != nil {
		return err
	}
	// Or else a crash could leave the old name with some of its files: a session
	// that begins at 1 again.
	if err := syncFolder(filepath.Dir(folder)); err != nil {
		return fileError(folder, "", err)
	}
	return removeAll(gone)
}

// retire gives the folder of a session another name, so that no process opens it
// any more, and returns that.
func retire(folder string, unused time.Time) (gone string, err error) {
	release, err := claim(folder)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, release()) }()
	if !unused.IsZero() && lastUse(folder).After(unused) {
		return "", inUse(folder)
	}
	if !renamesOpen {
		if err := release(); err != nil {
			return "", err
		}
		release = func() error { return nil }
	}
	gone = folder + removedSuffix
	if err := removeAll(gone); err != nil {
		return "", err
	}
	err = os.Rename(folder, gone)
	if err != nil && !renamesOpen {
		return "", inUse(folder)
	}
	if err != nil {
		return "", fileError(folder, "make the folder above it writable", err)
	}
	return gone, nil
}

func inUse(folder string) error {
	return fileError(folder, "end the agent or the command that uses it", ErrInUse)
}

// claim takes a session for its removal, until release is called. It needs the
// lock, which versions before v0.2.0 hold while they write, and the log, which
// everyone else holds while they have the session open.
func claim(folder string) (release func() error, err error) {
	var held []func() error
	release = func() error {
		var err error
		for _, f := range held {
			err = errors.Join(err, f())
		}
		return err
	}
	lock, err := oldLock(folder)
	free := true
	if err == nil {
		free, err = lock.file.TryLock()
		held = append(held, lock.file.Unlock)
	}
	if free && (err == nil || errors.Is(err, fs.ErrNotExist)) {
		var log *os.File
		if log, err = openPrivate(filepath.Join(folder, logFile)); err == nil {
			held = append(held, log.Close)
			free, err = seize(log)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // no process has opened it as a whole
	}
	if err == nil && !free {
		err = inUse(folder)
	}
	if err != nil {
		return nil, errors.Join(err, release())
	}
	return release, nil
}

// removeAll removes a folder with everything in it, if there is one. Links are
// removed and not followed. A process that was opening the session may still put
// a file there before it notices, so that it is tried more than once.
func removeAll(path string) error {
	const tries = 20
	for try := 1; ; try++ {
		err := os.RemoveAll(path)
		if err == nil {
			return nil
		}
		if try == tries {
			return fileError(path, "try again", err)
		}
		time.Sleep(lockPoll)
	}
}

// FinishPurges removes what a Purge left half removed that was killed. Errors are
// *Error.
func FinishPurges(dir string) error {
	folder := filepath.Join(dir, sessionsFolder)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil // there is none, or Sessions says what is wrong with it
	}
	for _, entry := range entries {
		name, left := strings.CutSuffix(entry.Name(), removedSuffix)
		if left && entry.IsDir() && isSessionName(name) {
			err = errors.Join(err, removeAll(filepath.Join(folder, entry.Name())))
		}
	}
	return during("purge", err)
}
