// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import "math/rand/v2"

// edge leads from one node of an index to another, over length bytes of text
// which stand in the low bytes of chunk. Nodes are named by their number; 0 is
// the root, so that no edge leads there.
type edge struct {
	chunk    uint64
	from, to uint32
	length   uint8
}

// edges is a hash table of edges with open addressing. It is faster here than
// a map: nearly every look-up misses, and then costs one access.
type edges struct {
	table []edge // a power of two long, at most half full
	count int
	seeds [2]uint64 // so that nobody can choose values that collide
}

const minEdges = 64

func newEdges() edges {
	//nolint:gosec // G404: the top-level generator is ChaCha8, seeded by the system; enough for hash seeds
	return edges{table: make([]edge, minEdges), seeds: [2]uint64{rand.Uint64() | 1, rand.Uint64() | 1}}
}

// place is where the edge stands in the table, or where it belongs.
func (e *edges) place(from uint32, chunk uint64, length int) int {
	h := chunk*e.seeds[0] + (uint64(from)<<8|uint64(length))*e.seeds[1]
	h ^= h >> 32
	h *= 0x9E3779B97F4A7C15
	for at := h >> 32; ; at++ {
		at &= uint64(len(e.table) - 1)
		found := &e.table[at]
		if found.to == 0 || found.chunk == chunk && found.from == from && int(found.length) == length {
			return int(at)
		}
	}
}

// find returns the node at the end of an edge, or 0.
func (e *edges) find(from uint32, chunk uint64, length int) uint32 {
	return e.table[e.place(from, chunk, length)].to
}

// add adds an edge that is not there.
func (e *edges) add(new edge) {
	if e.count++; 2*e.count > len(e.table) {
		old := e.table
		e.table = make([]edge, 2*len(old))
		for _, o := range old {
			if o.to != 0 {
				e.table[e.place(o.from, o.chunk, int(o.length))] = o
			}
		}
	}
	e.table[e.place(new.from, new.chunk, int(new.length))] = new
}
