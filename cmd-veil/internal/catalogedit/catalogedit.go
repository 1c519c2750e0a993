// SPDX-License-Identifier: Apache-2.0

// Package catalogedit changes client name catalogues as text: what is not about a name
// that is added or removed keeps its bytes. Only commands that a person types import it.
package catalogedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/veil-guard/veil/detectors"
)

// NameError says why a name cannot be an entry. It never holds the name.
type NameError struct {
	Number  int // which of the given names, from 1
	Problem string
	Remedy  string
}

// Error says which name, and why.
func (e *NameError) Error() string { return fmt.Sprintf("name %d: %s", e.Number, e.Problem) }

// ErrLast says that a removal would leave no name.
var ErrLast = errors.New("no name would be left, and a catalogue without one stops every event")

// Change is an edited catalogue.
type Change struct {
	Text    []byte
	Changed int // names that were added or removed, or got a mark
	Marked  int // those of Changed that were there and got a mark
	Same    int // names that were there already, or were not there
}

// Add adds names to a catalogue, each once; with cue they are marked as needing one, and
// so is an entry of that name which is there. An empty text becomes one with a name a
// line. The errors are *NameError and those of [detectors.ParseCatalogue].
func Add(text []byte, names []string, cue bool) (Change, error) {
	if i := slices.IndexFunc(names, SeveralNames); i >= 0 {
		return Change{}, &NameError{i + 1, "several names in one", "give each by itself"}
	}
	c, values, err := parse(text, names)
	if err != nil {
		return Change{}, err
	}
	var edits []edit
	var fresh []string
	seen := map[string]bool{}
	change := Change{}
	for i, value := range values {
		switch marks, known := c.marks(value); {
		case seen[value]:
			change.Same++
		case !known:
			fresh = append(fresh, Entry(strings.TrimSpace(names[i]), cue, c.json))
			change.Changed++
		case cue && len(marks) > 0:
			edits = append(edits, marks...)
			change.Changed++
			change.Marked++
		default:
			change.Same++
		}
		seen[value] = true
	}
	if len(fresh) > 0 {
		edits = append(edits, c.appended(fresh))
	}
	change.Text = apply(text, edits)
	return change, nil
}

// Remove removes every entry of the names, however it is written. The errors are
// *NameError, [ErrLast] and those of [detectors.ParseCatalogue].
func Remove(text []byte, names []string) (Change, error) {
	c, values, err := parse(text, names)
	if err != nil {
		return Change{}, err
	}
	gone, found := map[string]bool{}, map[string]bool{}
	for _, value := range values {
		gone[value] = true
	}
	first := slices.IndexFunc(c.entries, func(e detectors.CatalogueEntry) bool { return !gone[e.Value] })
	var edits []edit
	for i, e := range c.entries {
		if gone[e.Value] {
			found[e.Value] = true
			edits = append(edits, c.without(i, first))
		}
	}
	if first < 0 && len(edits) > 0 {
		return Change{}, ErrLast
	}
	return Change{Text: apply(text, edits), Changed: len(found), Same: len(gone) - len(found)}, nil
}

// catalogue is the text of a catalogue, with its entries.
type catalogue struct {
	text    []byte
	entries []detectors.CatalogueEntry
	json    bool
}

// parse reads a catalogue, and the canonical values of names for it.
func parse(text []byte, names []string) (*catalogue, []string, error) {
	entries, err := detectors.CatalogueEntries(text)
	if bad, ok := errors.AsType[*detectors.CatalogueError](err); err != nil && (!ok || !bad.Empty) {
		return nil, nil, err
	}
	c := &catalogue{text, entries, IsJSON(text)}
	values, err := c.values(names)
	return c, values, err
}

// IsJSON says whether a catalogue is a JSON array, and not lines.
func IsJSON(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), " \t\r\n"), []byte("["))
}

// Entry is a name as an entry of a catalogue.
func Entry(name string, cue, asJSON bool) string {
	switch {
	case !asJSON && cue:
		return name + "\tcue"
	case !asJSON:
		return name
	case cue:
		return encoded(struct {
			Name string `json:"name"`
			Cue  bool   `json:"cue"`
		}{name, true})
	}
	return encoded(name)
}

func encoded(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // a text and a truth value can always be written
	return strings.TrimSuffix(b.String(), "\n")
}

// values returns the canonical values of names, if each can be an entry.
func (c *catalogue) values(names []string) ([]string, error) {
	const remedy = "leave it out"
	var values []string
	for i, name := range names {
		name = strings.TrimSpace(name)
		switch {
		case strings.ContainsFunc(name, unicode.IsControl):
			return nil, &NameError{i + 1, "it holds a tab, a line end or another sign that no name has", remedy}
		case !c.json && (strings.HasPrefix(name, "#") || strings.HasPrefix(name, "[")):
			return nil, &NameError{i + 1, "it begins with a sign that no name begins with", remedy}
		}
		entries, err := detectors.CatalogueEntries([]byte("[" + Entry(name, false, true) + "]"))
		if bad, ok := errors.AsType[*detectors.CatalogueError](err); ok {
			return nil, &NameError{i + 1, bad.Problem, remedy}
		}
		values = append(values, entries[0].Value)
	}
	return values, nil
}

// marks returns the edits that mark the entries of a value, and whether there are any
// entries of it.
func (c *catalogue) marks(value string) (edits []edit, known bool) {
	for _, e := range c.entries {
		if e.Value != value {
			continue
		}
		known = true
		if !e.Cue {
			edits = append(edits, edit{e.Start, e.End, Entry(e.Name, true, c.json)})
		}
	}
	return edits, known
}
