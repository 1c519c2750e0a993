// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// ErrForeignIndex says that an index is of another format or version.
var ErrForeignIndex = errors.New("catalogue index: another format or version")

// ErrCorruptIndex says that an index is damaged.
var ErrCorruptIndex = errors.New("catalogue index: corrupt")

// The layout of an index, all numbers little-endian: a header, the three filters,
// the hash table, the entries, the text of the entries. Then, where it is kept in a
// file, a checksum of each block of all that, and one of those checksums.
//
// The header: the magic, the version, the lengths of the six parts in bytes (of the
// text as the last), the longest entry in words.
const (
	indexMagic   = "veilname"
	indexVersion = 3
	headerSize   = 64
	partsAt      = 16
	longestAt    = partsAt + 4*6
	// blockSize is what one checksum covers, in bytes: a page, so that what is not
	// looked up is not read.
	blockSize = 4096
	sumSize   = 4
	slotSize  = 8 // a hash and the number of an entry, 0 for none
	entrySize = 8 // where the text begins, its length, 1 for a cue
)

// catalogue makes the index.
func (b *builder) catalogue() *Catalogue {
	parts := [6][]byte{b.prefixes, b.words, b.pairs, b.forms, b.entries, b.strings}
	size := headerSize
	for _, part := range parts {
		size += len(part)
	}
	body := make([]byte, headerSize, size)
	copy(body, indexMagic)
	binary.LittleEndian.PutUint32(body[8:], indexVersion)
	for i, part := range parts {
		binary.LittleEndian.PutUint32(body[partsAt+4*i:], uint32(len(part)))
		body = append(body, part...)
	}
	binary.LittleEndian.PutUint32(body[longestAt:], uint32(b.longest))
	x, err := readIndex(body)
	if err != nil {
		return damaged() // not reached: the lengths are those of the parts
	}
	return &Catalogue{index: x}
}

// AppendIndex appends the compiled catalogue to dst, to be kept and opened with
// [OpenIndex]. It holds the names.
func (c *Catalogue) AppendIndex(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, c.index.body...)
	sums := len(dst)
	for at := start; at < sums; at += blockSize {
		dst = binary.LittleEndian.AppendUint32(dst, checksum(dst[at:min(sums, at+blockSize)]))
	}
	return binary.LittleEndian.AppendUint32(dst, checksum(dst[sums:]))
}

// OpenIndex opens a compiled catalogue. It reads no more of data than it needs,
// and every block of it is checked when it is first used; data must not change. If
// a block is corrupt, rebuild is called once for a catalogue in its place; if that
// fails, every text is one finding that it cannot be inspected
// ([core.ObstacleCatalogue]). The error is ErrForeignIndex or ErrCorruptIndex.
func OpenIndex(data []byte, rebuild func() (*Catalogue, error)) (*Catalogue, error) {
	if len(data) < headerSize || !bytes.HasPrefix(data, []byte(indexMagic)) ||
		binary.LittleEndian.Uint32(data[8:]) != indexVersion {
		return nil, ErrForeignIndex
	}
	size := headerSize
	for i := range 6 {
		size += int(binary.LittleEndian.Uint32(data[partsAt+4*i:]))
	}
	blocks := (size + blockSize - 1) / blockSize
	if len(data) != size+sumSize*(blocks+1) {
		return nil, ErrCorruptIndex
	}
	sums := data[size : size+sumSize*blocks]
	if checksum(sums) != binary.LittleEndian.Uint32(data[size+len(sums):]) {
		return nil, ErrCorruptIndex
	}
	x, err := readIndex(data[:size:size])
	if err != nil {
		return nil, err
	}
	x.checked = newBlocks(sums, blocks)
	if !x.checked.sound(x.body, 0, headerSize+len(x.prefixes)) {
		return nil, ErrCorruptIndex
	}
	return &Catalogue{index: x, rebuild: rebuild}, nil
}

// checksum is CRC-32C (RFC 3720, appendix B.4): it finds damage, not malice.
func checksum(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

// appendEntry appends the record of an entry.
func appendEntry(dst []byte, start, length int, cue bool) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(start))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(length))
	if cue {
		return append(dst, 1, 0)
	}
	return append(dst, 0, 0)
}

func clearCue(record []byte) { record[6] = 0 }

// entryRange reads the record of an entry.
func entryRange(record []byte) (start, length int, cue bool) {
	return int(binary.LittleEndian.Uint32(record)), int(binary.LittleEndian.Uint16(record[4:])), record[6] != 0
}

// entryAt returns the entry of a record.
func entryAt(record, text []byte) (nameEntry, bool) {
	start, length, cue := entryRange(record)
	if start+length > len(text) {
		return nameEntry{}, false
	}
	return nameEntry{text[start : start+length], cue}, true
}
