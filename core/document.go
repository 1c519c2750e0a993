// SPDX-License-Identifier: Apache-2.0

package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The bounds of a host's JSON. What exceeds them is refused, not cut.
const (
	// MaxDocument is 8 MiB: larger than any event of a host that was measured.
	MaxDocument = 8 << 20
	maxDepth    = 64
	maxPointers = 8 * MaxDocument
)

// DocumentError says why a host's JSON is refused. It never holds its text.
type DocumentError struct {
	Offset  int // in bytes
	Problem string
}

// Error says the problem and where, in one line.
func (e *DocumentError) Error() string { return fmt.Sprintf("%s (at byte %d)", e.Problem, e.Offset) }

// TooLarge says whether the JSON exceeds MaxDocument.
func (e *DocumentError) TooLarge() bool { return e.Offset >= MaxDocument }

// Document is a host's JSON with the byte spans of all its parts. It is never
// serialised again: rewriting splices new literals into the original bytes.
type Document struct {
	raw   []byte
	nodes []node
}

// node is one value, in document order. The nodes of a container's members
// follow it, up to next.
type node struct {
	start, end       int // of the value's literal
	keyStart, keyEnd int // of the member's name; equal where there is none
	next             int // the index after the last node below
}

// ParseDocument reads one JSON value. It refuses, with a *DocumentError, what
// two readers could read in two ways: malformed JSON, invalid UTF-8, a member
// name that occurs twice in an object; and what exceeds the bounds. It keeps
// raw and does not change it.
func ParseDocument(raw []byte) (*Document, error) {
	switch {
	case len(raw) > MaxDocument:
		return nil, &DocumentError{MaxDocument, fmt.Sprintf("larger than %d MiB", MaxDocument>>20)}
	case !utf8.Valid(raw):
		return nil, &DocumentError{invalidUTF8(raw), "not valid UTF-8"}
	case !json.Valid(raw):
		return nil, malformed(raw)
	}
	p := parser{raw: raw}
	if err := p.value(place{}); err != nil {
		return nil, err
	}
	return &Document{raw, p.nodes}, nil
}

func invalidUTF8(raw []byte) int {
	at := 0
	for at < len(raw) {
		r, n := utf8.DecodeRune(raw[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return at
}

// malformed says why raw, which is not valid JSON, is not.
func malformed(raw []byte) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return &DocumentError{0, "empty input"}
	}
	var into json.RawMessage
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(raw, &into); {
	case !errors.As(err, &syntax):
		return &DocumentError{0, "not JSON"}
	case strings.Contains(syntax.Error(), "max depth"):
		return &DocumentError{int(syntax.Offset), "nested too deeply"}
	case int(syntax.Offset) >= len(raw):
		return &DocumentError{len(raw), "JSON ends too early"}
	default:
		return &DocumentError{int(syntax.Offset), "not JSON"}
	}
}

// Root is the whole document.
func (d *Document) Root() Value { return Value{d, 0} }
