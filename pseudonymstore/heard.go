// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	heardFolder = "heard"
	heardFormat = "heard"

	// heardSize is how many bytes of a text's keyed hash name its file.
	heardSize = 16
	// heardLife is how long what was heard can be waited for: a hook takes seconds.
	heardLife = time.Hour
)

// Hear notes that one part of veil was asked about something, for another part that
// will be asked about the same in a moment. It is not durable. Errors are *Error.
func (s *Session) Hear(what string) error {
	folder := filepath.Join(s.blobs.folder, heardFolder)
	err := ensureFolder(folder)
	if err == nil {
		removeOlder(folder, heardLife)
		err = writeNew(s.heardFile(what), false, header(heardFormat))
	}
	return during("hear", err)
}

// TakeHeard says whether Hear noted it, at most that long ago, and forgets it. What
// was heard once is taken once. Errors are *Error.
func (s *Session) TakeHeard(what string, within time.Duration) (bool, error) {
	path := s.heardFile(what)
	info, err := os.Lstat(path)
	if err == nil {
		err = os.Remove(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, during("hear", fileError(path, "remove it", err))
	}
	return info.Mode().IsRegular() && time.Since(info.ModTime()) <= within, nil
}

func (s *Session) heardFile(what string) string {
	name := hex.EncodeToString(keyedHash(s.memory.key, heardFolder+"\x00"+what)[:heardSize])
	return filepath.Join(s.blobs.folder, heardFolder, name)
}

// removeOlder removes what nobody took. What cannot be removed is left, and goes with
// the folder.
func removeOlder(folder string, age time.Duration) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > age {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}
