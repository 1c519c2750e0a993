// SPDX-License-Identifier: Apache-2.0

// Package catalogcheck says which entries of a client name catalogue should be
// marked as needing a cue, and which are none. Only the command that a person types
// imports it: it holds a list of words.
package catalogcheck

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"unicode"

	"github.com/veil-guard/veil/cmd-veil/internal/catalogedit"
	"github.com/veil-guard/veil/cmd-veil/internal/plural"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/detectors"
)

// words are the commonest words of Spanish, and of English and source code, one a
// line. A person's name is among them if it is also a word: Rosa, Sol, León.
//
//go:embed words.txt
var words string

// Action is what a proposal asks for.
type Action string

const (
	// Mark asks to mark the entry as needing a cue.
	Mark Action = "mark"
	// Remove asks to take the entry out.
	Remove Action = "remove"
)

// Proposal is what to do about one entry, and why.
type Proposal struct {
	File   string `json:"file"`
	Line   int    `json:"line"` // counted from 1
	Action Action `json:"action"`
	Reason string `json:"reason"`
	// Write is the entry with its mark, as it is to be written; empty for Remove.
	Write string `json:"write,omitempty"`
}

// shortName is the most letters that a very short name has: such a word is an
// abbreviation or a variable in most texts.
const shortName = 3

// Checker collects proposals from catalogue to catalogue.
type Checker struct {
	Proposals []Proposal
	common    map[string]bool
	seen      map[string]string // canonical value to file and line
	others    *detectors.Set    // finds every kind but names
}

// New returns a Checker.
func New() (*Checker, error) {
	others, err := detectors.New(detectors.Options{})
	if err != nil {
		return nil, err
	}
	c := &Checker{common: map[string]bool{}, seen: map[string]string{}, others: others}
	var list bytes.Buffer
	for word := range strings.Lines(words) {
		list.WriteString("x " + word) // a particle alone is no entry
	}
	entries, err := detectors.CatalogueEntries(list.Bytes())
	for _, e := range entries {
		c.common[strings.TrimPrefix(e.Value, "x ")] = true
	}
	return c, err
}

// Names returns how many different names there were.
func (c *Checker) Names() int { return len(c.seen) }

// Check looks at a catalogue. The errors are those of [detectors.ParseCatalogue].
func (c *Checker) Check(file string, text []byte) error {
	entries, err := detectors.CatalogueEntries(text)
	if err != nil {
		return err
	}
	asJSON := catalogedit.IsJSON(text)
	for _, e := range entries {
		p := Proposal{File: file, Line: e.Line}
		if p.Action, p.Reason = c.judge(e); p.Action == Mark {
			p.Write = catalogedit.Entry(e.Name, true, asJSON)
		}
		if p.Action != "" {
			c.Proposals = append(c.Proposals, p)
		}
		if _, known := c.seen[e.Value]; !known {
			c.seen[e.Value] = fmt.Sprintf("%s:%d", file, e.Line)
		}
	}
	return nil
}

// judge says what is to be done about an entry; the action is empty for nothing.
func (c *Checker) judge(e detectors.CatalogueEntry) (Action, string) {
	if strings.HasPrefix(e.Name, "//") || strings.HasPrefix(e.Name, "--") || strings.HasPrefix(e.Name, ";") || strings.HasPrefix(e.Name, "/*") {
		return Remove, "it looks like a comment; comments begin with #"
	}
	for _, f := range c.others.Find(nil, []byte(e.Name)) {
		if f.Kind != core.Unscannable {
			return Remove, "it holds a value of the kind " + string(f.Kind) + ", which is found without an entry"
		}
	}
	if catalogedit.SeveralNames(e.Name) {
		return Remove, "it looks like several names: one a line"
	}
	if !findsItself(e.Name) {
		return Remove, "it is never found as it is written: leave out its signs, or write its parts as entries"
	}
	if first, known := c.seen[e.Value]; known {
		return Remove, "it is the same name as " + first
	}
	switch letters := countLetters(e.Name); {
	case e.Cue || strings.Contains(e.Value, " "):
		return "", ""
	case letters <= shortName:
		return Mark, "it has only " + plural.Of(letters, "letter")
	case c.common[e.Value]:
		return Mark, "it is a common word"
	}
	return "", ""
}

// findsItself says whether an entry is found where it stands as it is written.
// Only one with a sign that names seldom have is tried.
func findsItself(name string) bool {
	if !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .-',&’", r)
	}) {
		return true
	}
	one, err := detectors.ParseCatalogue([]byte(name + "\n"))
	if err != nil {
		return false
	}
	set, err := detectors.New(detectors.Options{Catalogue: one})
	if err != nil {
		return false
	}
	for _, f := range set.Find(nil, []byte("-- "+name+" --")) {
		if f.Kind == core.Nombre {
			return true
		}
	}
	return false
}

func countLetters(name string) int {
	n := 0
	for _, r := range name {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
