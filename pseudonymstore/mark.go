// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Mark is a fact about a session that outlives the process which noted it. It is an
// empty file beside the session's log, with that name.
type Mark string

// The marks.
const (
	// Stopped: what the host would send next holds values that nothing can take out.
	Stopped Mark = "stopped"
	// Told: the person was told what the host does not let veil do.
	Told Mark = "told"
)

const markFormat = "mark"

// Name is the name of the session's folder, as [Sessions] lists it.
func (s *Session) Name() string { return filepath.Base(s.blobs.folder) }

// Marked says whether the session has the mark. What cannot be read counts as one.
func (s *Session) Marked(m Mark) bool { return isMarked(s.blobs.folder, m) }

func isMarked(folder string, m Mark) bool {
	_, err := os.Lstat(filepath.Join(folder, string(m)))
	return !errors.Is(err, fs.ErrNotExist)
}

// SetMark gives the session of that host's id a mark, durably. It needs no open
// session: it is asked for when one cannot be opened in time. Errors are *Error.
func SetMark(dir, session string, m Mark) error {
	return during("mark", setMark(dir, session, m))
}

func setMark(dir, session string, m Mark) error {
	if session == "" {
		return ErrNoSession
	}
	if err := ensureFolder(dir); err != nil {
		return err
	}
	key, err := loadKey(dir)
	if err != nil {
		return err
	}
	sessions := filepath.Join(dir, sessionsFolder)
	folder := filepath.Join(sessions, folderName(sessionKey(key, session)))
	for _, path := range []string{sessions, folder} {
		if err := ensureFolder(path); err != nil {
			return err
		}
	}
	return createOnce(filepath.Join(folder, string(m)), []byte(header(markFormat)))
}

// ClearMark takes a mark from the session whose folder has the name, and says whether
// it had it. Errors are *Error.
func ClearMark(dir, name string, m Mark) (bool, error) {
	folder, err := findSession(dir, name)
	if err != nil {
		return false, during("clear", err)
	}
	path := filepath.Join(folder, string(m))
	switch err := os.Remove(path); {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, during("clear", fileError(path, "remove it", err))
	}
	if err := syncFolder(folder); err != nil {
		return false, during("clear", fileError(path, "", err))
	}
	return true, nil
}
