// SPDX-License-Identifier: Apache-2.0

package core

import (
	"strconv"
	"strings"
)

// Value is one value of a [Document]. The zero Value is absent.
type Value struct {
	doc *Document
	i   int
}

// Exists says whether the value is there.
func (v Value) Exists() bool { return v.doc != nil }

// Raw returns the value's literal as the host wrote it, a part of the
// document's own bytes; nil where the value is absent.
func (v Value) Raw() []byte {
	if !v.Exists() {
		return nil
	}
	n := v.doc.nodes[v.i]
	return v.doc.raw[n.start:n.end]
}

// IsObject says whether the value is a JSON object.
func (v Value) IsObject() bool { return v.startsWith('{') }

// IsArray says whether the value is a JSON array.
func (v Value) IsArray() bool { return v.startsWith('[') }

// IsString says whether the value is a JSON string.
func (v Value) IsString() bool { return v.startsWith('"') }

func (v Value) startsWith(c byte) bool {
	return v.Exists() && v.doc.raw[v.doc.nodes[v.i].start] == c
}

// Text returns the text of a JSON string; "" for anything else.
func (v Value) Text() string {
	if !v.IsString() {
		return ""
	}
	return unquote(v.Raw())
}

// Get returns the member of that name; an absent Value if there is none.
func (v Value) Get(name string) Value {
	for key, member := range v.Members {
		if key == name {
			return member
		}
	}
	return Value{}
}

// Members yields the members of an object with their names, or the elements of
// an array with their indices, in the document's order. It is a range function.
func (v Value) Members(yield func(name string, member Value) bool) {
	if !v.IsObject() && !v.IsArray() {
		return
	}
	nodes := v.doc.nodes
	for i, n := v.i+1, 0; i < nodes[v.i].next; i, n = nodes[i].next, n+1 {
		name := strconv.Itoa(n)
		if v.IsObject() {
			name = unquote(v.doc.raw[nodes[i].keyStart:nodes[i].keyEnd])
		}
		if !yield(name, Value{v.doc, i}) {
			return
		}
	}
}

// Leaves returns the strings, member names and numbers at and below the value,
// in the document's order. Their pointers are relative to it.
func (v Value) Leaves() []Leaf {
	var leaves []Leaf
	v.eachLeaf("", func(l Leaf, _, _ int) { leaves = append(leaves, l) })
	return leaves
}

// eachLeaf calls f with every leaf and the byte span of its literal.
func (v Value) eachLeaf(pointer string, f func(l Leaf, start, end int)) {
	if !v.Exists() {
		return
	}
	n := v.doc.nodes[v.i]
	switch c := v.doc.raw[n.start]; {
	case c == '"':
		f(Leaf{ID: LeafID{Pointer: pointer}, Text: unquote(v.Raw())}, n.start, n.end)
	case c == '-' || '0' <= c && c <= '9':
		f(Leaf{ID: LeafID{Pointer: pointer}, Text: string(v.Raw()), Number: true}, n.start, n.end)
	}
	for name, member := range v.Members {
		below := pointer + "/" + escapePointer(name)
		if m := v.doc.nodes[member.i]; m.keyEnd > m.keyStart {
			f(Leaf{ID: LeafID{Pointer: below, Key: true}, Text: name}, m.keyStart, m.keyEnd)
		}
		member.eachLeaf(below, f)
	}
}

// escapePointer writes a member name as a reference token of RFC 6901.
func escapePointer(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
