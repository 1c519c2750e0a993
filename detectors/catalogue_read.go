// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"
	"sync/atomic"
)

// index reads a compiled catalogue. Nothing in it is believed: every place is
// looked up within bounds, and of one that was opened every block is checked before
// its first use.
type index struct {
	body     []byte
	checked  *blocks // nil for one that was just made
	entries  int     // their number
	longest  int     // entry, in words
	prefixes prefixFilter
	words    part
	pairs    part
	forms    part
	records  part
	text     part
	bad      atomic.Bool // something in it is wrong
}

// part is a range of an index.
type part struct{ at, size int }

// readIndex reads the header of an index.
func readIndex(body []byte) (*index, error) {
	x := &index{body: body, longest: int(binary.LittleEndian.Uint32(body[longestAt:]))}
	var parts [6]part
	at := headerSize
	for i := range parts {
		parts[i] = part{at, int(binary.LittleEndian.Uint32(body[partsAt+4*i:]))}
		at += parts[i].size
	}
	if at != len(body) || x.longest > maxNameWords {
		return nil, ErrCorruptIndex
	}
	for _, p := range parts[:4] {
		if p.size < slotSize || p.size&(p.size-1) != 0 {
			return nil, ErrCorruptIndex
		}
	}
	x.words, x.pairs, x.forms, x.records, x.text = parts[1], parts[2], parts[3], parts[4], parts[5]
	x.prefixes = body[parts[0].at : parts[0].at+parts[0].size]
	x.entries = x.records.size / entrySize
	return x, nil
}

// bytes returns n bytes of a part, or nil if they are not there or are damaged.
func (x *index) bytes(p part, from, n int) []byte {
	if from < 0 || n < 0 || from+n > p.size {
		x.bad.Store(true)
		return nil
	}
	from += p.at
	if x.checked != nil && !x.checked.sound(x.body, from, from+n) {
		x.bad.Store(true)
		return nil
	}
	return x.body[from : from+n]
}

// has says whether a filter may hold a hash.
func (x *index) has(filter part, hash uint64) bool {
	bit := hash & uint64(8*filter.size-1)
	b := x.bytes(filter, int(bit>>3), 1)
	return b != nil && b[0]>>(bit&7)&1 != 0
}

// hasPrefix says whether an entry may begin with these letters.
func (x *index) hasPrefix(prefix uint64) bool { return x.prefixes.has(prefix) }

// prefixFilter is a set of prefixes, which may seem to hold more.
type prefixFilter []byte

func (f prefixFilter) has(prefix uint64) bool {
	bit := prefixHash(prefix) & uint64(8*len(f)-1)
	return f[bit>>3]>>(bit&7)&1 != 0
}

// candidates calls try with the entries whose words may have this hash.
func (x *index) candidates(hash uint32, try func(id int)) {
	at := int(hash) * slotSize & (x.forms.size - 1)
	for range x.forms.size / slotSize {
		slot := x.bytes(x.forms, at, slotSize)
		if slot == nil {
			return
		}
		id := binary.LittleEndian.Uint32(slot[4:])
		if id == 0 {
			return
		}
		if binary.LittleEndian.Uint32(slot) == hash {
			try(int(id - 1))
		}
		at = (at + slotSize) & (x.forms.size - 1)
	}
}

// entry returns an entry, or an empty one if it is damaged.
func (x *index) entry(id int) nameEntry {
	record := x.bytes(x.records, id*entrySize, entrySize)
	if record == nil {
		return nameEntry{}
	}
	start, length, cue := entryRange(record)
	return nameEntry{x.bytes(x.text, start, length), cue}
}
