// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// snapshotWriter makes a snapshot of a state that has none below it.
type snapshotWriter struct {
	seeds  seeds
	frees  []int
	tops   []int
	parts  [sections][]byte
	refs   map[*identity]uint32
	values int
	forms  int
	tables map[int]*tableWriter
}

// tableWriter collects the entries of a hash table.
type tableWriter struct {
	hashes  []uint64
	entries []uint32
}

func newTableWriter(size int) *tableWriter {
	return &tableWriter{make([]uint64, 0, size), make([]uint32, 0, size)}
}

func (t *tableWriter) put(hash uint64, entry uint32) {
	t.hashes = append(t.hashes, hash)
	t.entries = append(t.entries, entry)
}

// bytes lays the table out: a power of two long, at most half full.
func (t *tableWriter) bytes() []byte {
	size := 1
	for size < 2*len(t.entries) {
		size *= 2
	}
	b := make([]byte, 8*size)
	for i, hash := range t.hashes {
		at := hash & uint64(size-1)
		for binary.LittleEndian.Uint32(b[8*at+4:]) != 0 {
			at = (at + 1) & uint64(size-1)
		}
		binary.LittleEndian.PutUint32(b[8*at:], uint32(hash>>32))
		binary.LittleEndian.PutUint32(b[8*at+4:], t.entries[i])
	}
	return b
}

// errTooLarge: the strings of a state are more than a snapshot can hold.
var errTooLarge = errors.New("too large for a snapshot")

// snapshotOf returns the content of a snapshot of a state that has none below
// it. logCheck is the checksum of the log before the state's end.
func snapshotOf(s *state, logCheck uint32) (string, error) {
	w := newSnapshotWriter(s)
	for _, kind := range core.Kinds() {
		w.addLedger(s.kinds[kind])
	}
	w.addIndex(s.known)
	for part, table := range w.tables {
		w.parts[part] = table.bytes()
	}
	if len(w.parts[partStrings]) > math.MaxInt32 {
		return "", errTooLarge
	}
	return w.assemble(s, logCheck), nil
}

// newSnapshotWriter makes room for all of a state at once: what grows bit by bit takes a
// multiple of it.
func newSnapshotWriter(s *state) *snapshotWriter {
	numbers, values, forms, text := 0, 0, 0, 0
	for _, l := range s.kinds {
		numbers += len(l.numbers)
		values += len(l.values)
		for _, v := range l.values {
			forms += len(v.forms)
			text += len(v.canonical)
			for _, form := range v.forms {
				text += len(form)
			}
		}
	}
	w := &snapshotWriter{
		seeds: s.known.edges.seeds,
		refs:  make(map[*identity]uint32, values),
		tables: map[int]*tableWriter{
			partNumbers: newTableWriter(numbers), partCanonical: newTableWriter(values), partSpellings: newTableWriter(forms),
		},
	}
	sizes := widths()
	for part, n := range map[int]int{
		partFilter: len(s.known.lengths) + len(s.known.first), partEdges: len(s.known.edges.table), partNodes: len(s.known.nodes),
		partValues: values, partForms: forms, partStrings: text,
	} {
		w.parts[part] = make([]byte, 0, n*sizes[part])
	}
	return w
}

// addLedger adds the numbers of a kind, and what they stand for.
func (w *snapshotWriter) addLedger(l *ledger) {
	numbers := slices.AppendSeq(make([]int, 0, len(l.numbers)), maps.Keys(l.numbers))
	slices.Sort(numbers)
	w.frees = append(w.frees, l.free)
	top := 0
	if n := len(numbers); n > 0 {
		top = numbers[n-1]
	}
	w.tops = append(w.tops, top)
	for _, number := range numbers {
		key, entry := slotKey(l.kind, number), uint32(entryReserved)
		switch use, v := l.look(number); use {
		case minted:
			entry = entryValues + w.addValue(key, v)
		case foreign:
			entry = entryForeign
		}
		w.tables[partNumbers].put(w.seeds.hashKey(key), entry)
	}
}

// addValue adds a value with its forms and returns its reference.
func (w *snapshotWriter) addValue(key uint32, v *value) uint32 {
	ref := uint32(w.values)
	w.values++
	w.refs[&v.identity] = ref
	w.tables[partCanonical].put(w.seeds.hashIdentity(v.identity), ref+1)
	b := binary.LittleEndian.AppendUint32(w.parts[partValues], key)
	b = binary.LittleEndian.AppendUint32(b, uint32(w.forms))
	b = binary.LittleEndian.AppendUint32(b, uint32(v.count()))
	b = w.addString(b, v.canonical)
	w.parts[partValues] = binary.LittleEndian.AppendUint32(b, 0)
	size := uint32(v.size)
	if v.withheld {
		size = withheldSize
	}
	for _, text := range v.forms {
		w.forms++
		w.tables[partSpellings].put(w.seeds.hashSpelling(ref, text), uint32(w.forms))
		b := binary.LittleEndian.AppendUint32(w.parts[partForms], ref)
		w.parts[partForms] = binary.LittleEndian.AppendUint32(w.addString(b, text), size)
	}
	return ref
}

// addString adds a string, and to b its length and its place.
func (w *snapshotWriter) addString(b []byte, s string) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(w.parts[partStrings])))
	w.parts[partStrings] = append(w.parts[partStrings], s...)
	return b
}

// addIndex adds what finds spellings in text.
func (w *snapshotWriter) addIndex(x *index) {
	for _, l := range x.lengths {
		w.parts[partFilter] = append(w.parts[partFilter], byte(l))
	}
	w.parts[partFilter] = append(w.parts[partFilter], x.first[:]...)
	b := w.parts[partEdges]
	for _, e := range x.edges.table {
		b = binary.LittleEndian.AppendUint64(b, e.chunk)
		b = binary.LittleEndian.AppendUint32(b, e.from<<4|uint32(e.length))
		b = binary.LittleEndian.AppendUint32(b, e.to)
	}
	w.parts[partEdges] = b
	for _, n := range x.nodes {
		loose, ref := byte(0), uint32(0)
		if n.loose {
			loose = 1
		}
		if n.value != nil {
			ref = w.refs[n.value] + 1
		}
		b := append(w.parts[partNodes], byte(n.lengths), loose, 0, 0)
		w.parts[partNodes] = binary.LittleEndian.AppendUint32(b, ref)
	}
}

// assemble puts the sections into blocks, behind the first one.
func (w *snapshotWriter) assemble(s *state, logCheck uint32) string {
	first := make([]byte, blockData)
	copy(first, header(indexFormat))
	binary.LittleEndian.PutUint64(first[atEnd:], uint64(s.end))
	binary.LittleEndian.PutUint32(first[atLogCheck:], logCheck)
	binary.LittleEndian.PutUint32(first[atKinds:], kindsCheck())
	if s.begun {
		first[atBegun] = 1
	}
	binary.LittleEndian.PutUint64(first[atBlobs:], uint64(s.blobs))
	for i, seed := range w.seeds {
		binary.LittleEndian.PutUint64(first[atSeeds+8*i:], seed)
	}
	for i, free := range w.frees {
		binary.LittleEndian.PutUint32(first[atFrees+8*i:], uint32(free))
		binary.LittleEndian.PutUint32(first[atFrees+8*i+4:], uint32(w.tops[i]))
	}
	for i, width := range widths() {
		binary.LittleEndian.PutUint64(first[atCounts+8*i:], uint64(len(w.parts[i])/width))
	}
	var all blockWriter
	n := 1
	for i, width := range widths() {
		n += blocksOf(width, len(w.parts[i])/width)
	}
	all.content.Grow(n * blockSize)
	all.section(first, 1)
	for i, width := range widths() {
		all.section(w.parts[i], width)
	}
	return all.content.String()
}

// blockWriter writes sections in sealed blocks.
type blockWriter struct {
	content strings.Builder
	block   [blockSize]byte
}

// section writes a section with entries of that length.
func (b *blockWriter) section(data []byte, width int) {
	full := blockData / width * width
	for len(data) > 0 {
		n := min(full, len(data))
		clear(b.block[copy(b.block[:], data[:n]):])
		seal(b.block[:], b.content.Len()/blockSize)
		b.content.Write(b.block[:])
		data = data[n:]
	}
}
