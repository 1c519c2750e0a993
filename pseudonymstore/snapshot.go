// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/binary"
	"errors"
	"path/filepath"

	"github.com/veil-guard/veil/core"
)

const (
	indexFile   = "pseudonyms.index"
	indexFormat = "index"
)

// snapshot is what the first part of a log says, in a file that is searched and
// not read: see the package comment. It saves time: one that does not hold is not
// used, and the log is read instead. But the log must reach to its end.
type snapshot struct {
	blocks

	end   int64 // offset in the log behind what it holds
	begun bool
	blobs int   // bytes of all blobs' files
	frees []int // of each kind: the lowest number that is not taken
	tops  []int // of each kind: the highest number that is taken, or 0

	seeds seeds
	parts [sections]section
}

// The sections of a snapshot, in their order.
const (
	partFilter    = iota // the filters of the index
	partEdges            // a hash table of the edges of the index
	partNodes            // the nodes of the index
	partNumbers          // a hash table of numbers: 1 reserved, 2 foreign, 3.. values
	partCanonical        // a hash table of canonical values: 1.. values
	partSpellings        // a hash table of spellings: 1.. forms
	partValues           // kind and number, first form, forms, canonical value
	partForms            // spelling, size of a blob
	partStrings          // the bytes of all strings
	sections
)

// widths are the lengths in bytes of the entries of each section.
func widths() [sections]int { return [sections]int{1, 16, 8, 8, 8, 8, 24, 16, 1} }

// Offsets in the first block, behind the header.
const (
	atEnd      = 64
	atLogCheck = 72
	atKinds    = 76
	atBegun    = 80
	atBlobs    = 88
	atSeeds    = 96
	atCounts   = 112
	atFrees    = atCounts + 8*sections // of each kind, lowest free and highest taken
)

// logCheckLen is how many bytes of the log before a snapshot's end tell that it
// was made from this log.
const logCheckLen = 256

// openSnapshot opens the snapshot of a log, or returns nil if there is none that
// holds. It is called under the lock.
func openSnapshot(folder string, l *log) (*snapshot, error) {
	s, err := soundSnapshot(folder)
	if s == nil {
		return nil, err
	}
	l.least = s.end
	if !l.holds(s) {
		return nil, s.file.Close()
	}
	return s, nil
}

// soundSnapshot opens the snapshot in a session's folder, whatever log it was made
// from, or returns nil if there is none that this version reads.
func soundSnapshot(folder string) (*snapshot, error) {
	file, err := openPrivate(filepath.Join(folder, indexFile))
	if errors.Is(err, ErrUnsafeFile) {
		return nil, err
	}
	if err != nil {
		return nil, nil //nolint:nilerr // there is none, or it cannot be read
	}
	s := &snapshot{blocks: blocks{file: file}}
	if !s.load() {
		return nil, file.Close()
	}
	return s, nil
}

// load reads the first block.
func (s *snapshot) load() bool {
	info, err := s.file.Stat()
	if err != nil || info.Size() < blockSize || info.Size()%blockSize != 0 {
		return false
	}
	s.list = newBlockList(int(info.Size() / blockSize))
	block := s.get(0)
	if s.bad.Load() || string(block[:len(header(indexFormat))]) != header(indexFormat) {
		return false
	}
	if binary.LittleEndian.Uint32(block[atKinds:]) != kindsCheck() {
		return false
	}
	s.end = int64(binary.LittleEndian.Uint64(block[atEnd:]))
	s.begun = block[atBegun] == 1
	s.blobs = int(binary.LittleEndian.Uint64(block[atBlobs:]))
	for i := range s.seeds {
		s.seeds[i] = binary.LittleEndian.Uint64(block[atSeeds+8*i:])
	}
	for i := range core.Kinds() {
		s.frees = append(s.frees, int(binary.LittleEndian.Uint32(block[atFrees+8*i:])))
		s.tops = append(s.tops, int(binary.LittleEndian.Uint32(block[atFrees+8*i+4:])))
	}
	next := 1
	for i, width := range widths() {
		count := binary.LittleEndian.Uint64(block[atCounts+8*i:])
		if count > uint64(info.Size()) {
			return false
		}
		s.parts[i] = section{&s.blocks, next, width, int(count)}
		next += blocksOf(width, int(count))
	}
	return next == len(s.list)
}

// kindsCheck tells whether a snapshot was made for the same kinds in the same
// order.
func kindsCheck() uint32 {
	var names []byte
	for _, k := range core.Kinds() {
		names = append(append(names, k...), ' ')
	}
	return checksum(names)
}

// holds says whether the log begins with what the snapshot was made from.
func (l *log) holds(s *snapshot) bool {
	check, err := l.checkBefore(s.end)
	return err == nil && check == binary.LittleEndian.Uint32(s.get(0)[atLogCheck:])
}

// checkBefore is the checksum of the log's last bytes before an offset.
func (l *log) checkBefore(end int64) (uint32, error) {
	start := max(0, end-logCheckLen)
	last := make([]byte, max(0, end-start))
	_, err := l.file.ReadAt(last, start)
	return checksum(last), err
}
