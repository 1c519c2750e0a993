// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"strings"

	"github.com/veil-guard/veil/core"
)

// The bounds of a leafCache. What is beyond them is forgotten, all at once.
const (
	maxLeaves    = 1 << 16
	maxLeafBytes = 16 << 20 // of text as it is sent
)

// leafCache remembers what became of texts that are sent again and again: the
// conversation, which grows by a part a turn. An answer stays what it is for as long as
// the text, as it is sent, holds nothing that is known: not until then is it looked at
// anew. That keeps what was sent before the same to the byte.
type leafCache struct {
	of    knowledge
	epoch string // names the answers; another one as soon as one of them is taken back
	texts map[[sha256.Size]byte]keptText
	bytes int
}

// keptText is what became of a text.
type keptText struct {
	sent  string
	patch *core.Patch // nil for a text that stays
}

// knowledge is what an answer depends on beside the text: the configuration with its
// detectors, and what the session has learnt.
type knowledge struct {
	generation int
	position   int64
}

// errRestless: each inspection teaches the session something that makes another one
// necessary. Text that people write needs two.
var errRestless = errors.New("the history still holds values after many rounds of hiding")

// remembers says whether what became of the event's texts is remembered.
func remembers(ev core.Event) bool {
	return (ev.Surface == core.History || ev.Surface == core.System) && ev.Power == core.Rewrite
}

// inspect asks the guard about the leaves whose answer is not known, or not known any
// more because of what the guard just learnt.
func (c *leafCache) inspect(ctx context.Context, ev core.Event, guard *core.Guard, now func() knowledge) (core.Verdict, error) {
	if !remembers(ev) {
		return guard.Inspect(ctx, ev)
	}
	if len(c.texts) > maxLeaves || c.bytes > maxLeafBytes {
		*c = leafCache{}
	}
	c.renew(now(), guard.Pseudonyms)
	const maxRounds = 8
	var said []core.Reason
	for range maxRounds {
		epoch := c.epoch
		unknown, known := c.split(ev)
		v, err := guard.Inspect(ctx, unknown)
		if err != nil || v.Decision != core.Allow {
			return v, err
		}
		said = append(said, v.Reasons...)
		c.remember(unknown, v.Patches)
		c.renew(now(), guard.Pseudonyms)
		if c.epoch == epoch {
			return core.Merge(v, core.Verdict{Patches: known, Reasons: said}), nil
		}
	}
	return core.Denied(core.ReasonOf(errRestless)), errRestless
}

// renew takes back the answers that do not hold any more: all of them under another
// configuration, and those whose text holds a value that has become known.
func (c *leafCache) renew(now knowledge, known core.Pseudonyms) {
	if c.texts == nil || c.of.generation != now.generation {
		*c = leafCache{of: now, epoch: rand.Text(), texts: map[[sha256.Size]byte]keptText{}}
	}
	if c.of == now {
		return
	}
	c.of = now
	before := len(c.texts)
	for hash, t := range c.texts {
		if len(known.Known(nil, []byte(t.sent))) > 0 {
			delete(c.texts, hash)
			c.bytes -= len(t.sent)
		}
	}
	if len(c.texts) < before {
		c.epoch = rand.Text()
	}
}

// split takes out the leaves whose answer is known, and returns it.
func (c *leafCache) split(ev core.Event) (unknown core.Event, known []core.Patch) {
	unknown = ev
	unknown.Leaves = nil
	for _, l := range ev.Leaves {
		if l.Text == "" { // it was left out, or says nothing
			continue
		}
		t, ok := c.texts[hashOf(l)]
		switch {
		case !ok:
			unknown.Leaves = append(unknown.Leaves, l)
		case t.patch != nil:
			p := *t.patch
			p.Leaf = l.ID
			known = append(known, p)
		}
	}
	return unknown, known
}

// remember takes in what became of the leaves.
func (c *leafCache) remember(ev core.Event, patches []core.Patch) {
	changed := make(map[core.LeafID]core.Patch, len(patches))
	for _, p := range patches {
		changed[p.Leaf] = p
	}
	for _, l := range ev.Leaves {
		hash, t := hashOf(l), keptText{}
		if p, ok := changed[l.ID]; ok {
			t = keptText{p.New, &p}
		} else {
			t.sent = strings.Clone(l.Text) // it is a part of the request, which must go
		}
		if _, twice := c.texts[hash]; !twice {
			c.bytes += len(t.sent)
		}
		c.texts[hash] = t
	}
}

// hashOf tells a text from any other.
func hashOf(l core.Leaf) [sha256.Size]byte { return sha256.Sum256([]byte(l.Text)) }
