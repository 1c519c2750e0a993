// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"crypto/sha256"

	"github.com/veil-guard/veil/core"
)

// The bounds of a leafCache. What is beyond them is forgotten, all at once.
const (
	maxLeaves    = 1 << 16
	maxLeafBytes = 16 << 20 // of rewritten text
)

// leafCache remembers what became of texts that are sent again and again: the
// conversation, which grows by a part a turn. It keeps hashes of what was clean and
// the rewritten text of what was not, for as long as nothing new is known that could
// change the answer.
type leafCache struct {
	of    knowledge
	texts map[[sha256.Size]byte]*core.Patch // nil for a text that stays
	bytes int
}

// knowledge is what an answer depends on beside the text: the configuration with its
// detectors, and what the session has learnt.
type knowledge struct {
	generation int
	position   int64
}

// inspect asks the guard about the leaves that it was not asked about before. If the
// answer taught the session something, all of them are asked about.
func (c *leafCache) inspect(ctx context.Context, ev core.Event, guard *core.Guard, now func() knowledge) (core.Verdict, error) {
	if ev.Surface != core.History && ev.Surface != core.System || ev.Power != core.Rewrite {
		return guard.Inspect(ctx, ev)
	}
	before := now()
	fresh, known := c.split(ev, before)
	v, err := guard.Inspect(ctx, fresh)
	if now() != before && len(fresh.Leaves) < len(ev.Leaves) {
		before, fresh, known = now(), ev, nil
		v, err = guard.Inspect(ctx, ev)
	}
	if err != nil || v.Decision != core.Allow {
		return v, err
	}
	if now() == before {
		c.remember(fresh, v.Patches, before)
	}
	return core.Merge(v, core.Verdict{Patches: known}), nil
}

// split takes out the leaves whose answer is known, and returns it.
func (c *leafCache) split(ev core.Event, now knowledge) (fresh core.Event, known []core.Patch) {
	if c.of != now || len(c.texts) == 0 {
		return ev, nil
	}
	fresh = ev
	fresh.Leaves = nil
	for _, l := range ev.Leaves {
		patch, ok := c.texts[hashOf(l)]
		switch {
		case !ok:
			fresh.Leaves = append(fresh.Leaves, l)
		case patch != nil:
			p := *patch
			p.Leaf = l.ID
			known = append(known, p)
		}
	}
	return fresh, known
}

// remember takes in what became of the leaves.
func (c *leafCache) remember(ev core.Event, patches []core.Patch, now knowledge) {
	if c.of != now || len(c.texts) > maxLeaves || c.bytes > maxLeafBytes {
		*c = leafCache{of: now, texts: map[[sha256.Size]byte]*core.Patch{}}
	}
	changed := make(map[core.LeafID]core.Patch, len(patches))
	for _, p := range patches {
		changed[p.Leaf] = p
	}
	for _, l := range ev.Leaves {
		p, ok := changed[l.ID]
		if !ok {
			c.texts[hashOf(l)] = nil
			continue
		}
		c.texts[hashOf(l)] = &p
		c.bytes += len(p.New)
	}
}

// hashOf tells a text from any other.
func hashOf(l core.Leaf) [sha256.Size]byte { return sha256.Sum256([]byte(l.Text)) }
