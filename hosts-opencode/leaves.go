// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// The third element of a leaf that is not the text of a JSON string.
const (
	keyLeaf    = "key"    // the name of the member that the pointer leads to
	numberLeaf = "number" // the literal of a number
)

// leaves reads a list of leaves: [pointer, text] or [pointer, text, kind].
func (r *reader) leaves(name string) []core.Leaf {
	list := r.root.Get(name)
	if !list.IsArray() {
		r.fail(name, ErrShape)
		return nil
	}
	var leaves []core.Leaf
	seen := map[core.LeafID]bool{}
	for index, item := range list.Members {
		leaf, ok := leafOf(item)
		if !ok {
			r.fail(name+"/"+index, ErrShape)
			return nil
		}
		if seen[leaf.ID] {
			r.fail(name+"/"+index, ErrTwice)
			return nil
		}
		seen[leaf.ID] = true
		leaves = append(leaves, leaf)
	}
	return leaves
}

func leafOf(item core.Value) (core.Leaf, bool) {
	parts, ok := texts(item)
	if !ok || len(parts) < 2 || len(parts) > 3 || !isPointer(parts[0]) {
		return core.Leaf{}, false
	}
	leaf := core.Leaf{ID: core.LeafID{Pointer: parts[0]}, Text: parts[1]}
	if len(parts) == 3 {
		leaf.ID.Key, leaf.Number = parts[2] == keyLeaf, parts[2] == numberLeaf
		if !leaf.ID.Key && !leaf.Number {
			return core.Leaf{}, false
		}
	}
	return leaf, true
}

// texts returns the items of an array of strings, and whether it is one.
func texts(list core.Value) (items []string, ok bool) {
	if !list.IsArray() {
		return nil, false
	}
	const usual = 3
	items = make([]string, 0, usual)
	for _, item := range list.Members {
		if !item.IsString() {
			return nil, false
		}
		items = append(items, item.Text())
	}
	return items, true
}

// isPointer says whether text is a JSON Pointer (RFC 6901).
func isPointer(text string) bool {
	if text != "" && text[0] != '/' {
		return false
	}
	for {
		_, after, found := strings.Cut(text, "~")
		if !found {
			return true
		}
		if after == "" || after[0] != '0' && after[0] != '1' {
			return false
		}
		text = after
	}
}
