// SPDX-License-Identifier: Apache-2.0

package core

import "context"

// Memory is what a root session remembers beside its pseudonyms: whom the person was
// told about, what they wrote themselves. Implementations are safe for concurrent
// use, also by several processes, and keep no text that could be read again.
type Memory interface {
	// Remember remembers the texts and returns those that it did not hold, each
	// once, in their order. Of several that are asked at once, one returns a text.
	Remember(ctx context.Context, texts []string) ([]string, error)
	// Remembers says whether it holds the text.
	Remembers(ctx context.Context, text string) (bool, error)
}
