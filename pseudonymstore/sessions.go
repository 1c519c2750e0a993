// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	sessionsFolder = "sessions"
	// removedSuffix marks the folder of a session that is being deleted.
	removedSuffix = ".removed"
)

// Listing is what stands in the folder of the sessions.
type Listing struct {
	// Names are the names of the sessions' folders, 32 hexadecimal digits each, in
	// rising order. They say nothing about the host's session ids.
	Names []string
	// Strays are the names of what this package did not put there, in rising order.
	Strays []string
}

// Sessions lists the sessions in veil's state directory, which need not exist.
// Nothing is changed. Errors are *Error.
func Sessions(dir string) (Listing, error) {
	list, err := sessions(dir)
	return list, during("list", err)
}

func sessions(dir string) (Listing, error) {
	var list Listing
	folder := filepath.Join(dir, sessionsFolder)
	for _, path := range []string{dir, folder} {
		if err := checkFolder(path); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
			return list, err
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return list, fileError(folder, "", err)
	}
	for _, entry := range entries {
		name, left := strings.CutSuffix(entry.Name(), removedSuffix)
		switch {
		case !isSessionName(name) || left && !entry.IsDir():
			list.Strays = append(list.Strays, entry.Name())
		case !left:
			list.Names = append(list.Names, name)
		}
	}
	return list, nil
}

// NameOf returns the name that the folder of a host's session has, or would have. It
// makes the key if there is none yet. Errors are *Error.
func NameOf(dir, session string) (string, error) {
	if err := ensureFolder(dir); err != nil {
		return "", during("name", err)
	}
	key, err := loadKey(dir)
	if err != nil {
		return "", during("name", err)
	}
	return folderName(sessionKey(key, session)), nil
}

// Naming returns what tells the name that the folder of a host's session has, or would
// have. Unlike [NameOf] it makes nothing: without a key there is no session, and the
// error is [fs.ErrNotExist]. Errors are *Error.
func Naming(dir string) (func(session string) string, error) {
	if err := checkFolder(dir); err != nil {
		return nil, during("name", err)
	}
	file, err := openPrivate(filepath.Join(dir, keyFile))
	if err != nil {
		return nil, during("name", err)
	}
	key, err := readKey(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, during("name", err)
	}
	return func(session string) string { return folderName(sessionKey(key, session)) }, nil
}

// isSessionName says whether a session's folder can have the name.
func isSessionName(name string) bool {
	raw, err := hex.DecodeString(name)
	return err == nil && len(raw) == nameSize && strings.ToLower(name) == name
}

// findSession returns the folder of a session by its name.
func findSession(dir, name string) (string, error) {
	folder := filepath.Join(dir, sessionsFolder, name)
	if !isSessionName(name) {
		return "", &Error{Problem: fmt.Sprintf("no session has the name %q", name), Mend: "veil sessions list has the names", Err: fs.ErrNotExist}
	}
	for _, path := range []string{dir, filepath.Dir(folder), folder} {
		if err := checkFolder(path); err != nil {
			return "", err
		}
	}
	return folder, nil
}

// lastUse is when a session was used last: the latest time of its folder, its
// lock and its log. A time in the future is wrong, and counts as now.
func lastUse(folder string) time.Time {
	now := time.Now()
	var last time.Time
	for _, name := range []string{"", lockFile, logFile} {
		info, err := os.Lstat(filepath.Join(folder, name))
		if err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	if last.After(now) {
		return now
	}
	return last
}
