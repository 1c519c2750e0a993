// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockFile   = "lock"
	lockFormat = "lock"

	// lockWait is how long a lock is waited for when the context sets no
	// deadline.
	lockWait = 5 * time.Second
	// lockPoll is the time between two tries. A write with its fsync takes
	// about as long.
	lockPoll = 2 * time.Millisecond
	// touchEvery is how exact the time of the last use is. Sessions are kept for
	// days after it.
	touchEvery = time.Minute
)

// lock is the exclusive right to read the tail of a session's log and append
// to it, among the goroutines of this process and among processes.
type lock struct {
	turn chan struct{}
	file *flock.Flock
	used time.Time // when the file was touched last: the session's last use
}

// newLock prepares the lock of a session's folder, which is made on first use.
func newLock(folder string) (*lock, error) {
	if err := createOnce(filepath.Join(folder, lockFile), []byte(header(lockFormat))); err != nil {
		return nil, err
	}
	return oldLock(folder)
}

// oldLock prepares the lock that is in a session's folder. The first line of the
// file is not read: where locks are mandatory, nobody can while it is locked.
func oldLock(folder string) (*lock, error) {
	path := filepath.Join(folder, lockFile)
	file, err := openPrivate(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fileError(path, "", err)
	}
	return &lock{make(chan struct{}, 1), flock.New(path, flock.SetFlag(os.O_RDWR)), info.ModTime()}, nil
}

// hold runs do while the lock is held.
func (l *lock) hold(ctx context.Context, do func() error) (err error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lockWait)
		defer cancel()
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return l.timeout(ctx.Err())
	}
	if _, err := l.file.TryLockContext(ctx, lockPoll); err != nil {
		if ctx.Err() != nil {
			return l.timeout(err)
		}
		return fileError(l.file.Path(), "", err)
	}
	defer func() { err = errors.Join(err, l.file.Unlock()) }()
	return do()
}

// touch notes in the file's time that the session is used. It is called under the
// lock. A time in the future is wrong, and is put right. If it cannot be noted,
// nothing can be removed there either, so that nothing is said.
func (l *lock) touch() {
	now := time.Now()
	if age := now.Sub(l.used); age < 0 || age > touchEvery {
		_ = os.Chtimes(l.file.Path(), now, now)
		l.used = now
	}
}

// timeout is the error for a lock that did not come in time.
func (l *lock) timeout(err error) error {
	e := fileError(l.file.Path(), "try again, or end the process that holds it", ErrLockTimeout)
	e.Err = errors.Join(ErrLockTimeout, err)
	return e
}
