// SPDX-License-Identifier: Apache-2.0

package core

import (
	"bytes"
	"errors"
)

// The ways in which a patch does not fit a value.
var (
	// ErrNoLeaf: a patch names a leaf that the value does not have.
	ErrNoLeaf = errors.New("a patch names a leaf that is not there")
	// ErrBadEdit: an edit is out of order, out of range or cuts a character.
	ErrBadEdit = errors.New("an edit does not fit the leaf")
	// ErrNotText: the new text holds bytes that JSON cannot hold.
	ErrNotText = errors.New("the new text is not valid UTF-8")
)

// Splice returns the value's literal with the patches done. Every byte outside
// the edited ranges stays as the host wrote it: key order, white space, number
// spelling, escapes. A number becomes a string.
func (v Value) Splice(patches []Patch) ([]byte, error) {
	if len(patches) == 0 {
		return v.Raw(), nil
	}
	byLeaf := make(map[LeafID]Patch, len(patches))
	for _, p := range patches {
		byLeaf[p.Leaf] = p
	}
	out := make([]byte, 0, len(v.Raw())+64)
	at := v.doc.nodes[v.i].start
	done := 0
	var failed error
	v.eachLeaf("", func(l Leaf, start, end int) {
		p, ok := byLeaf[l.ID]
		if !ok || failed != nil {
			return
		}
		done++
		out = append(out, v.doc.raw[at:start]...)
		out, failed = appendPatched(out, v.doc.raw[start:end], p)
		at = end
	})
	if failed == nil && done != len(byLeaf) {
		failed = ErrNoLeaf
	}
	if failed != nil {
		return nil, failed
	}
	return append(out, v.doc.raw[at:v.doc.nodes[v.i].end]...), nil
}

// appendPatched appends a leaf's literal with the patch done.
func appendPatched(out, literal []byte, p Patch) ([]byte, error) {
	if literal[0] != '"' || p.Edits == nil {
		out, ok := appendQuoted(append(out, '"'), p.New)
		if !ok {
			return out, ErrNotText
		}
		return append(out, '"'), nil
	}
	c := cursor{inner: literal[1 : len(literal)-1]}
	out = append(out, '"')
	for _, e := range p.Edits {
		before, ok := c.to(e.Start)
		if !ok {
			return out, ErrBadEdit
		}
		out = append(out, before...)
		if _, ok = c.to(e.End); !ok {
			return out, ErrBadEdit
		}
		if out, ok = appendQuoted(out, e.New); !ok {
			return out, ErrNotText
		}
	}
	return append(append(out, c.inner...), '"'), nil
}

// cursor walks a literal by offsets in its decoded text.
type cursor struct {
	inner   []byte // what is left of the literal
	decoded int    // the offset of inner in the decoded text
	plain   int    // how many bytes of inner are known to hold no escape
	buf     [4]byte
}

// to moves to an offset of the decoded text and returns the literal's bytes up
// to there. It fails if the offset lies behind or inside an escape.
func (c *cursor) to(offset int) (passed []byte, ok bool) {
	begin := c.inner
	for c.decoded < offset && len(c.inner) > 0 {
		if c.inner[0] != '\\' {
			if c.plain == 0 {
				c.plain = escapeAt(c.inner)
			}
			run := min(c.plain, offset-c.decoded)
			c.inner, c.decoded, c.plain = c.inner[run:], c.decoded+run, c.plain-run
			continue
		}
		text, n := decodeUnit(c.buf[:0], c.inner)
		c.inner, c.decoded = c.inner[n:], c.decoded+len(text)
	}
	return begin[:len(begin)-len(c.inner)], c.decoded == offset
}

// escapeAt returns the index of the first escape, or the length if there is none.
func escapeAt(inner []byte) int {
	if i := bytes.IndexByte(inner, '\\'); i >= 0 {
		return i
	}
	return len(inner)
}
