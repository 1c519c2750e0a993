// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"bytes"
	"errors"
	"fmt"
)

const (
	// maxLog is how many bytes of a log are read: some ten million values.
	maxLog = 1 << 30
	// zerosBlock is how much is looked at to see where zeros at the end begin. No
	// record ends with as many, since it ends with its checksum.
	zerosBlock = 256 << 10
	// maxZeros is how many bytes a torn write can leave at the end as zeros: more than
	// one event can append.
	maxZeros = 64 << 20
)

// errZeros: more zeros are at the end than a torn write leaves.
var errZeros = fmt.Errorf("%w: it ends with more than %d MiB of zeros", ErrCorrupt, maxZeros>>20)

// read returns the records between two offsets, and where the last one ends. With
// errTorn something follows there that was not finished. Any other error is an
// *Error.
func (l *log) read(from, to int64) (records []record, end int64, err error) {
	if to > maxLog {
		err := fmt.Errorf("%w: it is larger than %d GiB", ErrCorrupt, maxLog>>30)
		return nil, from, fileError(l.file.Name(), remedyLog, err)
	}
	filled, err := l.filled(from, to)
	if errors.Is(err, ErrCorrupt) {
		return nil, from, fileError(l.file.Name(), remedyLog, err)
	}
	if err != nil {
		return nil, from, fileError(l.file.Name(), "", err)
	}
	data := make([]byte, max(0, filled-from))
	if _, err := l.file.ReadAt(data, from); err != nil {
		return nil, from, fileError(l.file.Name(), "", err)
	}
	records, rest, err := parseRecords(data)
	end = filled - int64(len(rest))
	torn := errors.Is(err, errTorn)
	if err != nil && !torn || torn && filled < to && !onlyZeros(rest) {
		return nil, from, l.corrupt()
	}
	return records, end, err
}

// filled is an offset behind which there are only zeros up to an end. They are not
// read into memory: a sparse file can have any number of them. It is errZeros if
// there are too many.
func (l *log) filled(from, to int64) (int64, error) {
	if to-from < zerosBlock {
		return to, nil
	}
	block, zeros := make([]byte, zerosBlock), to
	for zeros-from >= zerosBlock {
		if _, err := l.file.ReadAt(block, zeros-zerosBlock); err != nil {
			return 0, err
		}
		if !onlyZeros(block) {
			break
		}
		if zeros -= zerosBlock; to-zeros > maxZeros {
			return 0, errZeros
		}
	}
	return min(to, zeros+zerosBlock), nil // the first of them are seen with the rest
}

// onlyZeros says whether every byte is zero.
func onlyZeros(b []byte) bool {
	return len(b) == 0 || b[0] == 0 && bytes.Equal(b[1:], b[:len(b)-1])
}
