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
	used := lastUse(folder)
	release, err := claim(folder)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, release()) }()
	if _, err := os.Lstat(filepath.Join(folder, logFile)); err == nil {
		used = lastUse(folder) // without a log, a lock that was just made would count
	}
	if !unused.IsZero() && used.After(unused) {
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
// lock, under which every process looks whether the log is still there before it
// counts as open, and the log, which it holds from then on. A lock that is missing
// is made. Of two purges one may be so late that a new session is in the folder:
// then the lock that it holds has lost its name.
func claim(folder string) (release func() error, err error) {
	lock, err := newLock(folder)
	if err != nil {
		return nil, err
	}
	free, err := lock.file.TryLock()
	if err != nil {
		return nil, fileError(folder, "", err)
	}
	release = lock.file.Unlock
	if free {
		held, err := lock.file.Stat()
		free = err == nil && isNamed(lock.file.Path(), held)
	}
	log, err := openPrivate(filepath.Join(folder, logFile))
	if err == nil {
		release = func() error { return errors.Join(log.Close(), lock.file.Unlock()) }
	}
	if err == nil && free {
		free, err = seize(log)
	}
	if err == nil && !free {
		err = inUse(folder)
	}
	if err != nil && (!free || !errors.Is(err, fs.ErrNotExist)) { // without a log nobody has it open
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
		return nil //nolint:nilerr // there is none, or Sessions says what is wrong with it
	}
	for _, entry := range entries {
		name, left := strings.CutSuffix(entry.Name(), removedSuffix)
		if left && entry.IsDir() && isSessionName(name) {
			err = errors.Join(err, removeAll(filepath.Join(folder, entry.Name())))
		}
	}
	return during("purge", err)
}
