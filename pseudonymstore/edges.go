// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

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
	seeds seeds
}

const minEdges = 64

func newEdges() edges {
	return edges{table: make([]edge, minEdges), seeds: newSeeds()}
}

// place is where the edge stands in the table, or where it belongs.
func (e *edges) place(from uint32, chunk uint64, length int) int {
	for at := e.seeds.hashEdge(from, chunk, length); ; at++ {
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
