// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	caughtFile   = "caught"
	caughtFormat = "caught"
)

// Position grows with everything that the session learns, from this process or from
// others. While it stays the same, Known answers the same to the same text.
func (s *Session) Position() int64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state.end
}

// Repaired says whether this session found its log with a last record that a killed
// process left half written, and cut it off. No token of it was given out.
func (s *Session) Repaired() bool { return s.log.cut.Load() }

// AddCaught counts texts in which a value was found at the last gate: every surface
// before it had missed the value. The number is kept in a file of the session.
// Errors are *Error.
func (s *Session) AddCaught(ctx context.Context, texts int) error {
	return during("count", s.lock.hold(ctx, func() error {
		if err := s.failure(); err != nil {
			return err
		}
		temp, path := filepath.Join(s.blobs.folder, unfinished), filepath.Join(s.blobs.folder, caughtFile)
		content := fmt.Sprintf("%s%d\n", header(caughtFormat), caught(s.blobs.folder)+texts)
		if err := writeNew(temp, false, content); err != nil {
			return err
		}
		if err := os.Rename(temp, path); err != nil {
			return fileError(path, "", errors.Join(err, os.Remove(temp)))
		}
		return nil
	}))
}

// Caught returns how many texts the last gate caught, in all sessions of veil's state
// directory together. Errors are *Error.
func Caught(dir string) (int, error) {
	list, err := Sessions(dir)
	if err != nil {
		return 0, err
	}
	sum := 0
	for _, name := range list.Names {
		sum += caught(filepath.Join(dir, sessionsFolder, name))
	}
	return sum, nil
}

// caught is the count in a session's folder. What cannot be read counts as one: it was
// written because something was caught.
func caught(folder string) int {
	text, err := os.ReadFile(filepath.Join(folder, caughtFile))
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	n := 0
	number, ok := strings.CutPrefix(string(text), header(caughtFormat))
	if _, scanned := fmt.Sscanf(number, "%d\n", &n); err != nil || !ok || scanned != nil || n < 1 {
		return 1
	}
	return n
}

// Describe describes an open session as the function Describe does.
func (s *Session) Describe() (Description, error) {
	folder := s.blobs.folder
	return Describe(filepath.Dir(filepath.Dir(folder)), filepath.Base(folder))
}
