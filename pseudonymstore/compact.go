// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"os"
	"path/filepath"
)

// A new snapshot is made when the log has minTail bytes more than the last one
// holds, and one part in tailPart of the whole. Opening a session reads at most
// that much of it, and what is minted bears that part of making a snapshot.
const (
	minTail  = 4 << 10
	tailPart = 64
)

// view runs read, which changes nothing. If the snapshot turns out to be damaged
// meanwhile, the log is read instead, and read runs again. It may be called under
// the lock or not.
func (s *Session) view(read func(*state) error) error {
	for {
		s.mu.RLock()
		err, damaged := s.failed, false
		if err == nil {
			err = read(s.state)
			damaged = s.state.damaged()
		}
		s.mu.RUnlock()
		if !damaged {
			return err
		}
		if err := s.rebuild(); err != nil {
			return err
		}
	}
}

// rebuild makes the state from the log alone, if the snapshot is damaged.
func (s *Session) rebuild() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.state.damaged() {
		return s.failed
	}
	_ = os.Remove(s.base.file.Name()) // or else everyone after us reads it in vain
	s.state, s.failed = s.log.replay(s.state.end)
	return s.failed
}

// compact makes a new snapshot if the log has outgrown the last one. It is
// called under the lock. A snapshot only saves time, so that nothing is said if
// it cannot be made.
func (s *Session) compact() {
	end := s.log.end
	if end-s.snapshot < max(minTail, end/tailPart) {
		return
	}
	s.snapshot = end // also if it fails: it is tried again after as much more
	if last, err := openSnapshot(s.blobs.folder, s.log); err == nil && last != nil {
		newer := end-last.end < max(minTail, end/tailPart)
		_ = last.file.Close()
		if newer { // by another process
			s.snapshot = last.end
			return
		}
	}
	if content, err := s.newSnapshot(); err == nil {
		s.replaceSnapshot(content)
	}
}

// newSnapshot returns the content of a snapshot of the whole log. It is called
// under the lock, so that a state which rests on no snapshot does not change.
func (s *Session) newSnapshot() (string, error) {
	s.mu.RLock()
	whole := s.state
	s.mu.RUnlock()
	if whole.base != nil {
		var err error
		if whole, err = s.log.replay(s.log.end); err != nil {
			return "", err
		}
	}
	check, err := s.log.checkBefore(s.log.end)
	if err != nil {
		return "", err
	}
	// What a killed process appended may not be durable yet, and a log that holds
	// less than its snapshot is refused.
	if err := s.log.file.Sync(); err != nil {
		return "", err
	}
	return snapshotOf(whole, check)
}

// replaceSnapshot puts a snapshot in the place of the last one.
func (s *Session) replaceSnapshot(content string) {
	temp, path := filepath.Join(s.blobs.folder, unfinished), filepath.Join(s.blobs.folder, indexFile)
	if writeNew(temp, false, content) == nil && os.Rename(temp, path) != nil {
		_ = os.Remove(temp)
	}
}
