// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"

	"github.com/veil-guard/veil/core"
)

const (
	minSpelling = 3 // bytes: shorter spellings are never looked for
	step        = 8 // bytes by which the index descends
	filterBits  = 15
)

// index finds spellings in text. It is a trie whose edges carry step bytes of
// a spelling, or what is left of it at the end. A look-up at one position
// descends once, whatever the number of spellings and however many begin
// alike: it costs at most step probes for each step bytes of the longest
// spelling that begins like the text there. Nearly every position is dismissed
// by the two filters before that.
type index struct {
	base   *snapshot // with what else is found, or nil
	warmed sync.Once // the filters have what those of the base have

	edges edges
	nodes []node
	// lengths holds, for a hash of the first minSpelling bytes of text, which
	// lengths the first edges have.
	lengths [1 << filterBits]lengths
	// first holds a bit for the hash of each first edge.
	first [1 << filterBits / 8]uint8
}

// lengths is a set of edge lengths: bit n-1 for n bytes.
type lengths uint8

// upTo keeps the lengths of at most n bytes.
func (l lengths) upTo(n int) lengths { return l & (1<<n - 1) }

// node is where an edge ends.
type node struct {
	lengths lengths   // of the edges from here
	loose   bool      // the spelling is found inside words too
	value   *identity // of the spelling that ends here, or nil
	ref     uint32    // of the value in a snapshot: 1.., or 0
}

// trie is the part of an index behind its filters.
type trie interface {
	next(from uint32, chunk uint64, n int) uint32 // the node at the end of an edge, or 0
	node(n uint32) node
}

func (x *index) next(from uint32, chunk uint64, n int) uint32 { return x.edges.find(from, chunk, n) }

func (x *index) node(n uint32) node { return x.nodes[n] }

// warm takes the filters of the base over. They are not needed before the first
// search.
func (x *index) warm() {
	if x.base == nil {
		return
	}
	filters := x.base.filters()
	for i := range x.lengths {
		x.lengths[i] |= lengths(filters[i])
	}
	for i := range x.first {
		x.first[i] |= filters[len(x.lengths)+i]
	}
}

func newIndex() *index { return &index{edges: newEdges(), nodes: make([]node, 1)} }

// add makes the index find a spelling of a value. Where two values are spelled
// alike, the order of the kinds decides. Literals and blobs are not looked for:
// the detectors find them again by rule.
func (x *index) add(id *identity, text string) {
	if len(text) < minSpelling || id.kind == core.Literal || id.kind == core.Blob {
		return
	}
	at := uint32(0)
	for rest := []byte(text); len(rest) > 0; {
		n := min(len(rest), step)
		chunk := load(rest[:n])
		if at == 0 {
			x.lengths[hash(chunk&mask(minSpelling))] |= 1 << (n - 1)
			bit := hash(chunk)
			x.first[bit/8] |= 1 << (bit % 8)
		}
		at = x.follow(at, chunk, n)
		rest = rest[n:]
	}
	if end := &x.nodes[at]; end.value == nil || before(id, end.value) {
		end.value, end.loose = id, isLoose(text)
	}
}

// follow returns the node at the end of an edge, which is made if need be.
func (x *index) follow(from uint32, chunk uint64, n int) uint32 {
	to := x.edges.find(from, chunk, n)
	if to == 0 {
		to = uint32(len(x.nodes))
		x.nodes = append(roomy(x.nodes), node{})
		x.nodes[from].lengths |= 1 << (n - 1)
		x.edges.add(edge{chunk, from, to, uint8(n)})
	}
	return to
}

// before says which of two values with one spelling is found.
func before(a, b *identity) bool {
	if a.kind == b.kind {
		return a.canonical < b.canonical
	}
	kinds := core.Kinds()
	return slices.Index(kinds, a.kind) < slices.Index(kinds, b.kind)
}

// match is a spelling of a value in text. Its end is 0 if there is none.
type match struct {
	value *identity // or nil for one in the snapshot
	ref   uint32
	end   int
}

// hit is what begins at one place of a text: the longest spelling if one word
// ends and another begins there, and the longest that is found inside words too.
type hit struct {
	start       int
	word, loose match
}

// find appends the spellings in text[start:limit] to dst. It goes through the
// text backwards, because a spelling ends where another one begins.
func (x *index) find(dst []core.Finding, text []byte, start, limit int) []core.Finding {
	x.warmed.Do(x.warm)
	var hits []hit // in falling order
	for at := x.candidate(text, start, limit-minSpelling); at >= start; at = x.candidate(text, start, at-1) {
		if h := x.longest(text[:limit], at, hits); h.word.end > 0 {
			hits = append(roomy(hits), h)
		}
	}
	end := -1
	for _, h := range slices.Backward(hits) {
		found := h.loose
		if h.start == end || atBoundary(text, h.start) {
			found = h.word
		}
		if h.start < end || found.end == 0 {
			continue
		}
		end = found.end
		id := x.identity(found)
		dst = append(dst, core.Finding{
			Kind: id.kind, Start: h.start, End: end, Value: id.canonical,
			Confidence: core.Certain, Basis: core.ByMemory,
		})
	}
	return dst
}

// candidate returns the last place from start to at where a spelling may begin by the
// first filter, or one before start. The bytes of a spelling stand behind at. As long as
// there is none, places are looked at step-minSpelling+1 at once.
func (x *index) candidate(text []byte, start, at int) int {
	const m = 1<<(8*minSpelling) - 1
	for ; at-(step-minSpelling) >= start; at -= step - minSpelling + 1 {
		w := binary.LittleEndian.Uint64(text[at-(step-minSpelling):])
		if x.lengths[hash(w&m)]|x.lengths[hash(w>>8&m)]|x.lengths[hash(w>>16&m)]|
			x.lengths[hash(w>>24&m)]|x.lengths[hash(w>>32&m)]|x.lengths[hash(w>>40&m)] != 0 {
			break
		}
	}
	for ; at >= start; at-- {
		head := uint64(text[at]) | uint64(text[at+1])<<8 | uint64(text[at+2])<<16
		if x.lengths[hash(head)] != 0 {
			break
		}
	}
	return at
}

// begins says whether one of the hits, which are in falling order, is at a place.
func begins(hits []hit, at int) bool {
	_, ok := slices.BinarySearchFunc(hits, at, func(h hit, at int) int { return cmp.Compare(at, h.start) })
	return ok
}

// identity returns the value that was found.
func (x *index) identity(m match) identity {
	if m.value != nil {
		return *m.value
	}
	return x.base.identity(m.ref - 1)
}

// longest returns what begins at a place of text, where there are at least
// minSpelling bytes. hits are those behind it.
func (x *index) longest(text []byte, start int, hits []hit) hit {
	found := x.descend(x, text, start, hits)
	if x.base != nil {
		more := x.descend(x.base, text, start, hits)
		found.word, found.loose = x.better(found.word, more.word), x.better(found.loose, more.loose)
	}
	return found
}

// better is the longer of two matches. Where two values are spelled alike, the
// order of the kinds decides.
func (x *index) better(a, b match) match {
	if a.end > b.end || b.end == 0 {
		return a
	}
	if a.end == b.end {
		ida, idb := x.identity(a), x.identity(b)
		if before(&ida, &idb) {
			return a
		}
	}
	return b
}

// descend finds in one of the tries what begins at a place of text.
func (x *index) descend(t trie, text []byte, start int, hits []hit) hit {
	limit, found := len(text), hit{start: start}
	chunk := load(text[start:])
	left := x.lengths[hash(chunk&mask(minSpelling))]
	for from, at := uint32(0), start; left != 0; {
		deeper := uint32(0)
		for left = left.upTo(min(limit-at, step)); left != 0; left &= left - 1 {
			n := bits.TrailingZeros8(uint8(left)) + 1
			part := chunk & mask(n)
			if from == 0 && !x.isFirst(part) {
				continue
			}
			to := t.next(from, part, n)
			if to == 0 {
				continue
			}
			t.node(to).match(&found, text, at+n, hits)
			if n == step {
				deeper = to
			}
		}
		if deeper == 0 {
			break
		}
		from, at, left = deeper, at+step, t.node(deeper).lengths
		chunk = load(text[at:limit])
	}
	return found
}

// match notes in found that the spelling of n, if there is one, ends at a place.
func (n node) match(found *hit, text []byte, end int, hits []hit) {
	switch {
	case n.value == nil && n.ref == 0:
	case n.loose:
		found.loose = match{n.value, n.ref, end}
		found.word = found.loose
	case atBoundary(text, end) || begins(hits, end):
		found.word = match{n.value, n.ref, end}
	}
}

// isFirst says whether a spelling may begin with the chunk.
func (x *index) isFirst(chunk uint64) bool {
	bit := hash(chunk)
	return x.first[bit/8]&(1<<(bit%8)) != 0
}

// load returns the first step bytes of b as one number, the first one lowest.
func load(b []byte) uint64 {
	if len(b) >= step {
		return binary.LittleEndian.Uint64(b)
	}
	var v uint64
	for i, c := range b {
		v |= uint64(c) << (8 * i)
	}
	return v
}

// mask keeps the first n bytes of a chunk.
func mask(n int) uint64 { return 1<<(8*n) - 1 }

// hash spreads a chunk over filterBits bits (Fibonacci hashing).
func hash(chunk uint64) uint64 { return chunk * 0x9E3779B97F4A7C15 >> (64 - filterBits) }
