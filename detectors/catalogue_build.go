// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// How many bits of each filter there are for an entry: an entry sets at most a few,
// so that most words of a text meet none.
const (
	prefixBitsEach = 32
	wordBitsEach   = 16
	pairBitsEach   = 32
	// maxPrefixBits keeps the filter that every word meets in the first cache: 32
	// KiB.
	maxPrefixBits = 1 << 18
	minFilterBits = 1 << 10
)

// builder makes the index of a catalogue.
type builder struct {
	entries  []byte // entrySize each
	strings  []byte
	forms    []byte // slotSize each, open addressing
	used     int    // slots
	prefixes filter
	words    filter
	pairs    filter
	longest  int // entry, in words
}

// newBuilder makes room for about size entries.
func newBuilder(size int) *builder {
	return &builder{
		entries:  make([]byte, 0, size*entrySize),
		strings:  make([]byte, 0, 24*size),
		forms:    make([]byte, slotSize*powerOfTwo(2*size+2)),
		prefixes: newFilter(min(prefixBitsEach*size, maxPrefixBits)),
		words:    newFilter(wordBitsEach * size),
		pairs:    newFilter(pairBitsEach * size),
	}
}

// powerOfTwo returns the least power of two that is not below n.
func powerOfTwo(n int) int { return 1 << bits.Len(uint(max(n, 1)-1)) }

// filter is a set of hashes that may say yes for one that is not in it. It has a
// power of two of bits.
type filter []byte

func newFilter(bits int) filter { return make(filter, powerOfTwo(max(bits, minFilterBits))/8) }

func (f filter) set(hash uint64) {
	bit := hash & uint64(8*len(f)-1)
	f[bit>>3] |= 1 << (bit & 7)
}

// add puts a name in, with its words, in every order and division in which it is
// looked for.
func (b *builder) add(e nameEntry, words nameWords) {
	if b.merge(e, words) {
		return
	}
	id := uint32(len(b.entries) / entrySize)
	b.entries = appendEntry(b.entries, len(b.strings), len(e.name), e.cue)
	b.strings = append(b.strings, e.name...)
	b.addForm(id, e.name, words)
	if words.cased() {
		b.addForm(id, e.name, splitName(nil, e.name, byCase))
	}
}

// merge says whether the name is known, and lets it do without a cue if one of
// the two does.
func (b *builder) merge(e nameEntry, words nameWords) bool {
	var value []byte
	hash := words.key()
	for at := b.slot(hash); ; at = b.after(at) {
		id := b.id(at)
		if id == 0 {
			return false
		}
		if b.hash(at) != hash {
			continue
		}
		if value == nil {
			value = words.value(e.name)
		}
		record := b.entries[int(id-1)*entrySize:]
		known, ok := entryAt(record, b.strings)
		if !ok || !bytes.Equal(value, splitName(nil, known.name, byRun).value(known.name)) {
			continue
		}
		if !e.cue {
			clearCue(record)
		}
		return true
	}
}

// addForm puts in one division of a name into words.
func (b *builder) addForm(id uint32, name []byte, words nameWords) {
	if len(b.forms) < (b.used+1)*2*slotSize {
		b.grow()
	}
	b.insert(words.key(), id+1)
	n := len(words.list)
	b.longest = max(b.longest, n)
	for i, w := range words.list {
		if !words.mayBeginAt(name, i) {
			continue
		}
		if prefix, ok := namePrefix(name, w.start, w.end); ok {
			b.prefixes.set(prefixHash(prefix))
		}
		if w.hash == mariaHash {
			b.prefixes.set(prefixHash(mariaPrefix)) // of M.ª
		}
		b.words.set(mix(w.hash))
		next := uint64(0)
		if n > 1 {
			next = words.list[(i+1)%n].hash
		}
		b.pairs.set(pairHash(w.hash, next))
	}
}

func (b *builder) insert(hash, id uint32) {
	at := b.slot(hash)
	for b.id(at) != 0 {
		at = b.after(at)
	}
	binary.LittleEndian.PutUint32(b.forms[at:], hash)
	binary.LittleEndian.PutUint32(b.forms[at+4:], id)
	b.used++
}

// grow doubles the hash table.
func (b *builder) grow() {
	old := b.forms
	b.forms, b.used = make([]byte, 2*len(old)), 0
	for at := 0; at < len(old); at += slotSize {
		if id := binary.LittleEndian.Uint32(old[at+4:]); id != 0 {
			b.insert(binary.LittleEndian.Uint32(old[at:]), id)
		}
	}
}

// slot returns where in forms the search for a hash begins.
func (b *builder) slot(hash uint32) int { return int(hash) * slotSize & (len(b.forms) - 1) }

// after returns the slot after another.
func (b *builder) after(at int) int { return (at + slotSize) & (len(b.forms) - 1) }

func (b *builder) hash(at int) uint32 { return binary.LittleEndian.Uint32(b.forms[at:]) }
func (b *builder) id(at int) uint32   { return binary.LittleEndian.Uint32(b.forms[at+4:]) }

// key is the hash of the words in any order.
func (w nameWords) key() uint32 {
	var k nameKey
	for _, word := range w.list {
		k.add(word.hash)
	}
	return k.hash()
}

// nameKey sums up words, so that their order does not count.
type nameKey struct{ sum, n uint64 }

func (k *nameKey) add(hash uint64) {
	k.sum += mix(hash)
	k.n++
}

func (k *nameKey) hash() uint32 { return uint32(mix(k.sum+k.n) >> 32) }

// pairHash is the hash of the first two words of a name; second is 0 for a name
// of one word.
func pairHash(first, second uint64) uint64 { return mix(first + 3*mix(second)) }

// prefixHash spreads a prefix over the lower bits (Fibonacci hashing).
func prefixHash(prefix uint64) uint64 { return prefix * 0x9E3779B97F4A7C15 >> 40 }

// mix spreads a hash over all its bits (the finalizer of MurmurHash3).
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
