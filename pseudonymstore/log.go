// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync/atomic"
)

const (
	logFile   = "pseudonyms.log"
	logFormat = "pseudonyms"

	headLen  = 8       // bytes before a payload: its length and the length's checksum
	checkLen = 4       // bytes after a payload: its checksum
	maxValue = 1 << 25 // bytes that a value and its spelling may have together
	maxBytes = maxValue + 64

	// remedyLog is for a log that is not what was written. Its snapshot goes with it:
	// the two do not fit any more.
	remedyLog = "bring it back as it was, or move its folder away; veil then starts anew and does not know the tokens in it"
)

// errTorn: the last record is incomplete, because its writer was killed.
var errTorn = errors.New("the last record is incomplete")

// log is the append-only file of a session, which the package comment
// describes. Its methods are called under the session's lock.
type log struct {
	file *os.File
	end  int64 // offset behind the last record that was read or written
	// least is the offset that a snapshot goes to: so much was durable. A log that
	// holds less has lost records, and with them numbers that were given out.
	least int64
	// cut says that a torn last record was cut off. It is read without the lock.
	cut atomic.Bool
}

// openLog opens the log in a session's folder, which is made on first use.
func openLog(folder string) (*log, error) {
	path := filepath.Join(folder, logFile)
	if err := createOnce(path, []byte(header(logFormat))); err != nil {
		return nil, err
	}
	file, err := openPrivate(path)
	if err != nil {
		return nil, err
	}
	if err := checkHeader(file, logFormat); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &log{file: file, end: int64(len(header(logFormat)))}, nil
}

// grown returns the number of bytes behind end. A log never shrinks below end, and
// never goes away: what is written into a file without a name is lost.
func (l *log) grown() (int64, error) {
	info, err := l.file.Stat()
	if err != nil {
		return 0, fileError(l.file.Name(), "", err)
	}
	if !isNamed(l.file.Name(), info) {
		return 0, fileError(l.file.Name(), "try again; veil then does not know the tokens in it", ErrRemoved)
	}
	if info.Size() < l.end {
		return 0, l.corrupt()
	}
	return info.Size() - l.end, nil
}

// tail returns the records behind end and moves end behind them. A torn last
// record is cut off. A bad one is ErrCorrupt, and the file stays as it is.
func (l *log) tail() ([]record, error) {
	size, err := l.grown()
	if err != nil {
		return nil, err
	}
	records, end, err := l.read(l.end, l.end+size)
	if err != nil && !errors.Is(err, errTorn) {
		return nil, err
	}
	if end < l.least {
		return nil, shorter(l.file.Name())
	}
	if err != nil {
		if err := errors.Join(l.file.Truncate(end), l.file.Sync()); err != nil {
			return nil, fileError(l.file.Name(), "", err)
		}
		l.cut.Store(true)
	}
	l.end = end
	return records, nil
}

// replay returns what the log says up to an offset that was read before.
func (l *log) replay(end int64) (*state, error) {
	s := newState(nil)
	records, _, err := l.read(s.end, end)
	if errors.Is(err, errTorn) || err == nil && !s.applyAll(records) {
		err = l.corrupt()
	}
	if err != nil {
		return s, err
	}
	s.end = end
	return s, nil
}

// corrupt is the error for a log that is not what was written.
func (l *log) corrupt() error { return fileError(l.file.Name(), remedyLog, ErrCorrupt) }

// shorter is the error for the log of that path that has lost records.
func shorter(path string) error {
	return fileError(path, remedyLog, fmt.Errorf("%w: it is shorter than what its snapshot was made from", ErrCorrupt))
}

// append writes records with one write and makes them durable.
func (l *log) append(records []record) error {
	var b []byte
	for _, r := range records {
		b = appendRecord(roomy(b), r)
	}
	err := l.raise(records)
	if err == nil {
		_, err = l.file.WriteAt(b, l.end)
	}
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		// What no caller was told of must not be read by another process.
		return fileError(l.file.Name(), "", errors.Join(err, l.file.Truncate(l.end)))
	}
	l.end += int64(len(b))
	return nil
}

// raise writes into the first line the version that the records need, so that an
// older veil says so. The line has the same length for each version.
func (l *log) raise(records []record) error {
	for _, r := range records {
		if r.op.since() > 1 {
			_, err := l.file.WriteAt([]byte(headerOf(logFormat, r.op.since())), 0)
			return err
		}
	}
	return nil
}

// appendRecord appends the record with its length and checksums to b.
func appendRecord(b []byte, r record) []byte {
	start := len(b)
	b = appendPayload(append(b, make([]byte, headLen)...), r)
	head, payload := b[start:start+headLen], b[start+headLen:]
	binary.LittleEndian.PutUint32(head, uint32(len(payload)))
	binary.LittleEndian.PutUint32(head[4:], checksum(head[:4]))
	return binary.LittleEndian.AppendUint32(b, checksum(payload))
}

// parseRecords reads records up to the end of data. At a record that is
// incomplete it returns errTorn and the data from there, at one that is not
// what was written ErrCorrupt.
//
// The checksum of the length tells the two apart: behind a length that holds,
// a record which is too short has nothing after it. Zeros up to the end are
// blocks that were allocated and not written when the machine stopped.
func parseRecords(data []byte) (records []record, rest []byte, err error) {
	for len(data) > 0 {
		if len(data) < headLen || len(bytes.TrimLeft(data, "\x00")) == 0 {
			return records, data, errTorn
		}
		size := uint64(binary.LittleEndian.Uint32(data))
		if binary.LittleEndian.Uint32(data[4:]) != checksum(data[:4]) || size > maxBytes {
			return records, data, ErrCorrupt
		}
		if uint64(len(data)) < headLen+size+checkLen {
			return records, data, errTorn
		}
		payload, after := data[headLen:headLen+size], data[headLen+size:]
		r, ok := parsePayload(string(payload))
		if binary.LittleEndian.Uint32(after) != checksum(payload) || !ok {
			return records, data, ErrCorrupt
		}
		records = append(records, r)
		data = after[checkLen:]
	}
	return records, nil, nil
}

// checksum is CRC-32 (IEEE 802.3). The tables of CRC-32C would take longer to
// make than everything else that a hook does with its store.
func checksum(b []byte) uint32 {
	return crc32.ChecksumIEEE(b)
}
