// SPDX-License-Identifier: Apache-2.0

package opencode

import (
	"slices"
	"strings"

	"github.com/veil-guard/veil/core"
)

// headerPlace begins the pointers of headers. No pointer into a body begins like it.
const headerPlace = "headers/"

// headers returns the headers of a request that leaves, each as one text, without those
// that carry credentials for the provider.
func (r *reader) headers() (leaves []core.Leaf) {
	list := r.root.Get("headers")
	if !list.Exists() {
		return nil
	}
	if r.event != fetch || !list.IsArray() {
		r.fail("headers", ErrShape)
		return nil
	}
	for index, item := range list.Members {
		parts, ok := texts(item)
		if !ok || len(parts) != 2 {
			r.fail(headerPlace+index, ErrShape)
			return nil
		}
		if !isCredential(parts[0]) {
			leaves = append(leaves, core.Leaf{ID: core.LeafID{Pointer: headerPlace + index}, Text: parts[0] + ": " + parts[1]})
		}
	}
	return leaves
}

// isCredential says whether a header of that name carries a credential.
func isCredential(name string) bool {
	name = strings.ToLower(name)
	words := []string{"auth", "key", "token", "cookie", "secret", "signature", "credential"}
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
}

// inHeader says whether a text that would be replaced stands in a header.
func inHeader(p core.Patch) bool { return strings.HasPrefix(p.Leaf.Pointer, headerPlace) }

// headerDenied is the denial of a request with a value in a header, where no token could
// stand.
func headerDenied() core.Verdict {
	return core.Denied(core.Reason{
		Rule:   "header",
		Text:   "a header of the request holds personal data",
		Remedy: "see which plugin or setting adds it",
	})
}
