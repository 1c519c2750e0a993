// SPDX-License-Identifier: Apache-2.0

package core

import "context"

// Pseudonyms is the two-way map between values and tokens of one root session.
// Implementations are safe for concurrent use, also by several processes.
type Pseudonyms interface {
	// Known appends a finding (basis ByMemory) for every spelling in text of a
	// value that already has a token, so that known values stay hidden where a
	// detector alone would not fire. Tokens in text are opaque.
	Known(dst []Finding, text []byte) []Finding

	// Hide returns, for each text, the edits that put tokens in place of its
	// findings, minting tokens where a value has none. What it mints is durable
	// before it returns. All texts of an event go in one call: numbers are given
	// in their order.
	Hide(ctx context.Context, texts []Hideable) ([]Rewriting, error)

	// Reveal returns, for each text, the edits that put the values back in place
	// of the tokens, as they are: how the brackets of a token are encoded is the
	// guard's business.
	Reveal(ctx context.Context, texts []string) ([]Rewriting, error)
}

// Hideable is a text whose findings are to be replaced by tokens.
type Hideable struct {
	Text     string
	Findings []Finding // in rising order, without overlap, all with disposition Replace
	// Fresh text is seen for the first time (a tool's output): what looks like a
	// token in it is foreign and is guarded as a LITERAL. In any other text a
	// token is a reference and stays as it is.
	Fresh bool
	// References are tokens that stay as they are in fresh text too: those which
	// the call's own arguments carried.
	References []Token
}

// Rewriting is what becomes of one text.
type Rewriting struct {
	Edits []Edit // in rising order, without overlap
	// Unknown are tokens that the session never minted nor saw as foreign text.
	Unknown []Token
}
