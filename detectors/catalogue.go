// SPDX-License-Identifier: Apache-2.0

package detectors

import "sync"

// Catalogue is a list of client names, ready to be looked for. It does not
// change after it was made and is safe for concurrent use. It is one flat index,
// whether it was parsed or opened: filters that dismiss most words of a text, a
// hash table of the entries' words, and the entries as they were written, with
// which every hit is compared.
type Catalogue struct {
	index *index
	// rebuild makes the catalogue anew if the opened index turns out to be corrupt.
	rebuild func() (*Catalogue, error)
	once    sync.Once
	rebuilt *Catalogue // nil if that failed too
}

// Len returns the number of different names.
func (c *Catalogue) Len() int { return c.index.entries }

// Union returns a catalogue of every name in the given ones. A name that one of
// them marks as needing a cue and another does not needs none.
func Union(catalogues ...*Catalogue) *Catalogue {
	if len(catalogues) == 1 {
		return catalogues[0]
	}
	size := 0
	for _, c := range catalogues {
		size += c.Len()
	}
	b := newBuilder(size)
	for _, c := range catalogues {
		if !b.addAll(c) {
			return damaged()
		}
	}
	return b.catalogue()
}

// addAll adds every entry of a catalogue. It fails if that is damaged and cannot be
// made anew.
func (b *builder) addAll(c *Catalogue) bool {
	for id := range c.index.entries {
		if e := c.index.entry(id); !c.index.bad.Load() {
			b.add(e, splitName(nil, e.name, byRun))
		}
	}
	if !c.index.bad.Load() {
		return true
	}
	other := c.instead()
	return other != nil && b.addAll(other)
}

// damaged is a catalogue that cannot be searched.
func damaged() *Catalogue {
	c := &Catalogue{index: &index{}}
	c.index.bad.Store(true)
	return c
}

// instead returns the catalogue that was made in place of this corrupt one, or
// nil if it could not be made.
func (c *Catalogue) instead() *Catalogue {
	c.once.Do(func() {
		if c.rebuild == nil {
			return
		}
		if other, err := c.rebuild(); err == nil && other != nil {
			c.rebuilt = other
		}
	})
	return c.rebuilt
}
