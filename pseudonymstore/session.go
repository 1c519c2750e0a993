// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"github.com/veil-guard/veil/core"
)

var _ core.Pseudonyms = (*Session)(nil)

// Session is the store of one root session. It is safe for concurrent use, and
// any number of processes may have the same one open.
type Session struct {
	lock     *lock
	log      *log      // used under lock
	snapshot int64     // offset in the log that the last snapshot goes to; used under lock
	base     *snapshot // that the session began with, or nil
	blobs    blobs
	memory   memory

	mu     sync.RWMutex // guards what follows
	state  *state       // changed only under lock too, or to say the same
	failed error        // why nothing works any more
}

// Open opens the session in veil's state directory, which is made on first
// use. session is the host's id of the root session; no file holds it. Errors
// are *Error.
func Open(dir, session string) (*Session, error) {
	s, err := open(dir, session)
	return s, during("open", err)
}

func open(dir, session string) (*Session, error) {
	if session == "" {
		return nil, ErrNoSession
	}
	if err := ensureFolder(dir); err != nil {
		return nil, err
	}
	key, err := loadKey(dir)
	if err != nil {
		return nil, err
	}
	sessions := filepath.Join(dir, sessionsFolder)
	if err := ensureFolder(sessions); err != nil {
		return nil, err
	}
	secret := sessionKey(key, session)
	s, err := openAnew(filepath.Join(sessions, folderName(secret)), secret)
	if err == nil && s.log.end == int64(len(header(logFormat))) {
		ageOut(dir, folderName(secret))
		removeLeftovers(dir)
		removeLeftovers(s.blobs.folder)
	}
	return s, err
}

// openAnew opens the session in a folder. If it is removed at the same time, a
// new one is made in its place.
func openAnew(folder string, secret []byte) (*Session, error) {
	for began := time.Now(); ; time.Sleep(lockPoll) {
		s, err := openFolder(folder, secret)
		removed := errors.Is(err, ErrRemoved) || errors.Is(err, fs.ErrNotExist)
		if !removed || time.Since(began) > lockWait {
			return s, err
		}
	}
}

func openFolder(folder string, secret []byte) (*Session, error) {
	if err := ensureFolder(folder); err != nil {
		return nil, err
	}
	lock, err := newLock(folder)
	if err != nil {
		return nil, err
	}
	log, err := openLog(folder)
	if err != nil {
		return nil, err
	}
	s := &Session{lock: lock, log: log, blobs: blobs{folder, blobKey(secret)}, memory: newMemory(folder, secret)}
	shared, err := share(log.file)
	switch {
	case err != nil:
	case !shared:
		err = fileError(folder, "try again", ErrRemoved)
	default:
		err = lock.hold(context.Background(), s.load)
	}
	if err != nil {
		return nil, errors.Join(err, s.closeFiles())
	}
	return s, nil
}

// load takes in the snapshot, if there is one, and the log behind it. It is
// called under the lock, as nothing replaces the snapshot then.
func (s *Session) load() (err error) {
	if s.base, err = openSnapshot(s.blobs.folder, s.log); err != nil {
		return err
	}
	s.state = newState(s.base)
	s.log.end = s.state.end
	if s.base != nil {
		s.snapshot = s.base.end
	}
	return s.replay()
}

// Close gives the session's files back. Hide and Reveal then return ErrClosed.
func (s *Session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if errors.Is(s.failed, ErrClosed) {
		return nil
	}
	s.failed = ErrClosed
	return during("close", s.closeFiles())
}

// closeFiles closes what is open between calls.
func (s *Session) closeFiles() error {
	err := s.log.file.Close()
	if s.base != nil {
		err = errors.Join(err, s.base.file.Close())
	}
	return err
}

// Refresh takes in what other processes have written. A process that lives
// longer than one event calls it before Known, which does not look for more.
// Errors are *Error.
func (s *Session) Refresh(ctx context.Context) error {
	return during("refresh", s.refresh(ctx))
}

func (s *Session) refresh(ctx context.Context) error {
	return s.lock.hold(ctx, s.replay)
}

// replay reads the tail of the log. It is called under the lock.
func (s *Session) replay() error {
	if err := s.failure(); err != nil {
		return err
	}
	s.lock.touch()
	records, err := s.log.tail()
	if errors.Is(err, ErrCorrupt) || errors.Is(err, ErrRemoved) {
		return s.fail(err)
	}
	if err != nil {
		return err
	}
	return s.apply(records)
}

// apply takes in records that are in the log, up to its end. It is called under
// the lock.
func (s *Session) apply(records []record) error {
	if len(records) == 0 {
		return nil
	}
	s.mu.Lock()
	follows := s.state.applyAll(records)
	s.state.end = s.log.end
	damaged := s.state.damaged()
	if !follows && !damaged {
		s.failed = s.log.corrupt()
	}
	err := s.failed
	s.mu.Unlock()
	if damaged {
		err = s.rebuild()
	}
	if err == nil {
		s.compact()
	}
	return err
}

// failure says why nothing works any more, or nil.
func (s *Session) failure() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.failed
}

// fail makes every later call return err, and returns it.
func (s *Session) fail(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = err
	return err
}
