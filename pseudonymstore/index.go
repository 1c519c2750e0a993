// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/binary"

	"github.com/veil-guard/veil/core"
)

const (
	minSpelling = 3 // bytes: shorter spellings are never looked for
	step        = 8 // bytes by which the index descends
	filterBits  = 15
)

// index finds spellings in text. It is a trie whose edges carry step bytes of
// a spelling, or what is left of it at the end, kept in one hash table. A
// look-up at one position descends once, whatever the number of spellings and
// however many begin alike: it costs at most one probe per step bytes of the
// longest spelling that begins like the text there, and step-1 probes for the
// ends. Nearly every position is dismissed by the two filters before that.
type index struct {
	edges map[edge]*node
	root  *node
	// ends holds, for a hash of the first minSpelling bytes, which lengths of
	// first edges there are: bit n for n bytes.
	ends [1 << filterBits]uint16
	// first holds a bit for the hash of each first edge.
	first [1 << filterBits / 8]uint8
}

// edge leads from a node over n bytes of text, which stand in the low bytes of
// chunk.
type edge struct {
	from  *node
	chunk uint64
	n     int
}

// node is where an edge ends.
type node struct {
	ends uint16 // lengths of the edges from here: bit n for n bytes
	hit  *hit   // the spelling that ends here, or nil
}

// hit is a spelling that was found.
type hit struct {
	identity
	// loose spellings are found inside words too.
	loose bool
}

func newIndex() *index { return &index{edges: map[edge]*node{}, root: &node{}} }

// add makes the index find a spelling. Where two values are spelled alike, the
// order of the kinds decides.
func (x *index) add(id identity, text string) {
	if len(text) < minSpelling || id.kind == core.Literal {
		return
	}
	at := x.root
	for rest := []byte(text); len(rest) > 0; {
		n := min(len(rest), step)
		chunk := load(rest[:n])
		if at == x.root {
			x.ends[hash(chunk&mask(minSpelling))] |= 1 << n
			bit := hash(chunk)
			x.first[bit/8] |= 1 << (bit % 8)
		}
		at = x.follow(at, chunk, n)
		rest = rest[n:]
	}
	if at.hit == nil || before(id, at.hit.identity) {
		at.hit = &hit{id, isLoose(text)}
	}
}

// follow returns the node at the end of an edge, which is made if need be.
func (x *index) follow(from *node, chunk uint64, n int) *node {
	e := edge{from, chunk, n}
	to := x.edges[e]
	if to == nil {
		to = &node{}
		x.edges[e] = to
		from.ends |= 1 << n
	}
	return to
}

// before says which of two values with one spelling is found.
func before(a, b identity) bool {
	for _, kind := range core.Kinds() {
		if a.kind == kind || b.kind == kind {
			return a.kind != b.kind && a.kind == kind || a.kind == b.kind && a.canonical < b.canonical
		}
	}
	return false
}

// longest returns the longest spelling that text[start:limit] begins with and
// that may stand there, with its end, or nil.
func (x *index) longest(text []byte, start, limit int) (found *hit, end int) {
	if limit-start < minSpelling {
		return nil, 0
	}
	chunk := load(text[start:limit])
	ends := x.ends[hash(chunk&mask(minSpelling))]
	for from, at := x.root, start; ends != 0; {
		var deeper *node
		for n := 1; n <= min(limit-at, step); n++ {
			part := chunk & mask(n)
			if ends&(1<<n) == 0 || from == x.root && !x.isFirst(part) {
				continue
			}
			to := x.edges[edge{from, part, n}]
			if to == nil {
				continue
			}
			if to.hit != nil && (to.hit.loose || atBoundaries(text, start, at+n)) {
				found, end = to.hit, at+n
			}
			if n == step {
				deeper = to
			}
		}
		if deeper == nil {
			break
		}
		from, at, ends = deeper, at+step, deeper.ends
		chunk = load(text[at:limit])
	}
	return found, end
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
