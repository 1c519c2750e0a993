// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/binary"
	"slices"

	"github.com/veil-guard/veil/core"
)

// What an entry of partNumbers says beside a value.
const (
	entryReserved = 1
	entryForeign  = 2
	entryValues   = 3
)

// withheldSize stands in the place of a blob's size where it is withheld.
const withheldSize = 1<<32 - 1

// free is the lowest number of a kind that is not taken.
func (s *snapshot) free(kind core.Kind) int { return s.frees[slices.Index(core.Kinds(), kind)] }

// lookUp returns the entry of a hash table with that hash for which is holds, or 0.
func (s *snapshot) lookUp(part int, hash uint64, is func(entry uint32) bool) uint32 {
	table := &s.parts[part]
	for i := range table.count {
		slot := table.entry(int((hash + uint64(i)) & uint64(table.count-1)))
		entry := binary.LittleEndian.Uint32(slot[4:])
		if entry == 0 {
			return 0
		}
		if binary.LittleEndian.Uint32(slot) == uint32(hash>>32) && is(entry) {
			return entry
		}
	}
	return 0
}

// number returns what a number is taken for, and its value if it is minted.
func (s *snapshot) number(kind core.Kind, number int) (usage, *value) {
	if number > s.tops[slices.Index(core.Kinds(), kind)] {
		return unused, nil
	}
	key := slotKey(kind, number)
	entry := s.lookUp(partNumbers, s.seeds.hashKey(key), func(uint32) bool { return true })
	switch entry {
	case 0:
		return unused, nil
	case entryReserved:
		return reserved, nil
	case entryForeign:
		return foreign, nil
	}
	return minted, s.value(entry - entryValues)
}

// find returns what has the identity, or nil.
func (s *snapshot) find(id identity) *value {
	entry := s.lookUp(partCanonical, s.seeds.hashIdentity(id), func(entry uint32) bool {
		return s.identity(entry-1) == id
	})
	if entry == 0 {
		return nil
	}
	return s.value(entry - 1)
}

// value returns the value with a reference.
func (s *snapshot) value(ref uint32) *value {
	entry := s.parts[partValues].entry(int(ref))
	v := &value{
		identity: s.identity(ref),
		number:   int(binary.LittleEndian.Uint32(entry) & (1<<24 - 1)),
		base:     s, ref: ref,
		based: int(binary.LittleEndian.Uint32(entry[8:])),
	}
	if v.kind == core.Blob {
		switch size := binary.LittleEndian.Uint32(s.formEntry(ref, 1)[12:]); size {
		case withheldSize:
			v.withheld = true
		default:
			v.size = int(size)
		}
	}
	return v
}

// identity returns what the value with a reference is.
func (s *snapshot) identity(ref uint32) identity {
	entry := s.parts[partValues].entry(int(ref))
	kind := int(entry[3])
	if kind >= len(s.frees) {
		s.bad.Store(true)
		return identity{}
	}
	return identity{core.Kinds()[kind], s.string(entry[12:])}
}

// string returns a string by its length and its place.
func (s *snapshot) string(at []byte) string {
	n, from := binary.LittleEndian.Uint32(at), uint64(binary.LittleEndian.Uint32(at[4:]))
	return string(s.parts[partStrings].bytes(from, int(n)))
}

// formEntry returns the entry of a value's form.
func (s *snapshot) formEntry(ref uint32, form int) []byte {
	first := binary.LittleEndian.Uint32(s.parts[partValues].entry(int(ref))[4:])
	return s.parts[partForms].entry(int(first) + form - 1)
}

// text returns the spelling of a value's form.
func (s *snapshot) text(ref uint32, form int) string { return s.string(s.formEntry(ref, form)[4:]) }

// form returns the form of a value's spelling, or 0.
func (s *snapshot) form(ref uint32, text string) int {
	entry := s.lookUp(partSpellings, s.seeds.hashSpelling(ref, text), func(entry uint32) bool {
		form := s.parts[partForms].entry(int(entry - 1))
		return binary.LittleEndian.Uint32(form) == ref && s.string(form[4:]) == text
	})
	if entry == 0 {
		return 0
	}
	first := binary.LittleEndian.Uint32(s.parts[partValues].entry(int(ref))[4:])
	return int(entry-1-first) + 1
}

// filters returns the filters of the index, one behind the other.
func (s *snapshot) filters() []byte {
	const want = 1<<filterBits + 1<<filterBits/8
	if filters := s.parts[partFilter].bytes(0, s.parts[partFilter].count); len(filters) == want {
		return filters
	}
	s.bad.Store(true)
	return make([]byte, want)
}

// next implements trie.
func (s *snapshot) next(from uint32, chunk uint64, n int) uint32 {
	table := &s.parts[partEdges]
	hash, want := s.seeds.hashEdge(from, chunk, n), from<<4|uint32(n)
	for i := range table.count {
		edge := table.entry(int((hash + uint64(i)) & uint64(table.count-1)))
		to := binary.LittleEndian.Uint32(edge[12:])
		if to == 0 || binary.LittleEndian.Uint64(edge) == chunk && binary.LittleEndian.Uint32(edge[8:]) == want {
			return to
		}
	}
	return 0
}

// node implements trie.
func (s *snapshot) node(n uint32) node {
	entry := s.parts[partNodes].entry(int(n))
	return node{lengths: lengths(entry[0]), loose: entry[1] == 1, ref: binary.LittleEndian.Uint32(entry[4:])}
}
