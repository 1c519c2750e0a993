// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/veil-guard/veil/core"
)

// Description is what can be said of a session without telling a value.
type Description struct {
	Name    string
	LastUse time.Time // to a minute; never in the future
	// InUse says that a process has the session open, where the system shows it.
	InUse bool
	// Kinds holds the kinds that have a number, in the order of [core.Kinds].
	Kinds []KindCount
	// Kept and Withheld count the blobs that can be restored and those that cannot.
	Kept, Withheld int
	Files          []FileSize // in the order of their names; the blobs are one entry
	Snapshot       SnapshotState
	// Caught counts the texts in which only the last gate found a value.
	Caught int
	// Torn says that the log ends with a record which a killed process did not
	// finish. The next use cuts it off.
	Torn bool
	// Stopped says that the session has that mark.
	Stopped bool
	// Fault is why the session cannot be opened, an *Error, or nil. The counts then
	// are zero.
	Fault error
}

// KindCount is how many numbers of a kind a session has.
type KindCount struct {
	Kind     core.Kind
	Values   int
	Forms    int // spellings of all values
	Foreign  int // numbers that stood in somebody's text
	Reserved int // numbers that a conversation names and that stand for nothing
}

// FileSize is a file of a session, or all files of its blobs.
type FileSize struct {
	Name    string
	Count   int   // of files: 1, but for blobs
	Bytes   int64 // of content
	Version int   // of the format; 0 where it cannot be read, and for several files
}

// SnapshotState says whether the next process can use the snapshot.
type SnapshotState string

// The states.
const (
	NoSnapshot       SnapshotState = "none"     // the log is short, or nothing was minted since
	SnapshotFits     SnapshotState = "fits"     // it holds the first part of the log
	SnapshotUnusable SnapshotState = "unusable" // damaged, or made from another log or by another version
)

// descriptionWait is how long a description waits for the session's lock.
const descriptionWait = time.Second

// Describe describes the session whose folder has the name. It changes nothing
// and is no use of the session. An error, which is an *Error, means that there is
// no such session; what is wrong with one stands in Description.Fault.
func Describe(dir, name string) (Description, error) {
	folder, err := findSession(dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return Description{}, during("describe", err)
	}
	d := Description{Name: name, Snapshot: NoSnapshot}
	if err == nil {
		d.LastUse = lastUse(folder)
		d.Files = filesOf(folder)
		d.Caught = caught(folder)
		d.Stopped = isMarked(folder, Stopped)
		err = d.read(folder)
	}
	d.Fault = during("describe", err)
	return d, nil
}

// read reads a session's log under its lock.
func (d *Description) read(folder string) error {
	lock, err := oldLock(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return d.readLog(folder) // its first process was killed before it had one
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), descriptionWait)
	defer cancel()
	return lock.hold(ctx, func() error { return d.readLog(folder) })
}

func (d *Description) readLog(folder string) (err error) {
	file, err := openPrivate(filepath.Join(folder, logFile))
	if errors.Is(err, fs.ErrNotExist) {
		return lost(folder)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if d.InUse, err = isInUse(file.Name()); err != nil {
		return err
	}
	if err := checkHeader(file, logFormat); err != nil {
		return err
	}
	l := &log{file: file}
	if d.Snapshot, err = snapshotState(folder, l); err != nil {
		return err
	}
	state, torn, err := l.whole()
	if err != nil {
		return err
	}
	d.Torn = torn
	d.count(state)
	return nil
}

// lost is the error for a session without a log, or nil if it never held anything.
func lost(folder string) error {
	s, err := soundSnapshot(folder)
	if s == nil {
		return err
	}
	return errors.Join(shorter(filepath.Join(folder, logFile)), s.file.Close())
}

// isInUse says whether a process has the session of a log open. Nobody can open it
// meanwhile, so that it takes no longer than it must.
func isInUse(path string) (used bool, err error) {
	file, err := openPrivate(path)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	free, err := seize(file)
	return !free, err
}

// whole returns what the log says, and whether its last record is torn.
func (l *log) whole() (*state, bool, error) {
	info, err := l.file.Stat()
	if err != nil {
		return nil, false, fileError(l.file.Name(), "", err)
	}
	s := newState(nil)
	records, end, err := l.read(s.end, info.Size())
	torn := errors.Is(err, errTorn)
	switch {
	case err != nil && !torn:
		return nil, false, err
	case end < l.least:
		return nil, false, shorter(l.file.Name())
	case !s.applyAll(records):
		return nil, false, l.corrupt()
	}
	return s, torn, nil
}

// count counts what a state has.
func (d *Description) count(s *state) {
	for _, kind := range core.Kinds() {
		l := s.kinds[kind]
		c := KindCount{Kind: kind, Values: len(l.values), Foreign: len(l.foreign)}
		c.Reserved = len(l.numbers) - c.Values - c.Foreign
		for _, v := range l.values {
			c.Forms += v.count()
			if v.withheld {
				d.Withheld++
			}
		}
		if kind == core.Blob {
			d.Kept = c.Values - d.Withheld
		}
		if len(l.numbers) > 0 {
			d.Kinds = append(d.Kinds, c)
		}
	}
}

// snapshotState reads the whole snapshot of a log.
func snapshotState(folder string, l *log) (SnapshotState, error) {
	if _, err := os.Lstat(filepath.Join(folder, indexFile)); errors.Is(err, fs.ErrNotExist) {
		return NoSnapshot, nil
	}
	s, err := openSnapshot(folder, l)
	if err != nil || s == nil {
		return SnapshotUnusable, err
	}
	for i := range s.list {
		s.get(i)
	}
	if err := s.file.Close(); err != nil || s.bad.Load() {
		return SnapshotUnusable, nil //nolint:nilerr // that is the answer
	}
	return SnapshotFits, nil
}

// filesOf returns the files in a session's folder.
func filesOf(folder string) []FileSize {
	entries, _ := os.ReadDir(folder)
	var files []FileSize
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !entry.IsDir() {
			files = append(files, FileSize{entry.Name(), 1, sizeOf(entry), formatVersion(path)})
			continue
		}
		f := FileSize{Name: entry.Name()}
		inside, _ := os.ReadDir(path)
		for _, blob := range inside {
			f.Count++
			f.Bytes += sizeOf(blob)
		}
		files = append(files, f)
	}
	return files
}

func sizeOf(entry fs.DirEntry) int64 {
	info, err := entry.Info()
	if err != nil {
		return 0 // it was removed meanwhile
	}
	return info.Size()
}

// formatVersion is the version of the format of a session's file, or 0.
func formatVersion(path string) int {
	format := map[string]string{logFile: logFormat, indexFile: indexFormat, lockFile: lockFormat, memoryFile: memoryFormat, caughtFile: caughtFormat}[filepath.Base(path)]
	file, err := openPrivate(path)
	if err != nil {
		return 0
	}
	defer func() { _ = file.Close() }()
	return versionOf(file, format)
}
