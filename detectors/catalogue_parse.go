// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"
)

// CatalogueError says why a catalogue cannot be used. It never holds text of
// the catalogue.
type CatalogueError struct {
	Line    int // counted from 1
	Problem string
	Empty   bool // nothing is wrong with it but that it holds no name
}

// Error returns the line and the problem.
func (e *CatalogueError) Error() string {
	return fmt.Sprintf("catalogue line %d: %s", e.Line, e.Problem)
}

// CatalogueEntry is an entry of a catalogue as it is written.
type CatalogueEntry struct {
	Name  string
	Value string // canonical: entries with the same one are one name
	Cue   bool   // it is marked as needing a cue
	Line  int    // counted from 1
	// Start and End are the bytes of the entry in the catalogue: its line without the
	// line end, or its JSON element.
	Start, End int
}

// ParseCatalogue reads a catalogue: a JSON array whose elements are names or
// objects {"name": "...", "cue": true}, or text with one name a line, where
// "name<TAB>cue" marks a name that counts only with a cue before it. In text, empty
// lines and lines that begin with # are skipped. The text is UTF-8; a byte order
// mark and CRLF are accepted. An empty catalogue, an element of another type, text
// that is not UTF-8 and what is certainly no name are a *CatalogueError: a name
// without a letter, of particles alone ("de"), of more than 16 words or 1,000 bytes,
// with a control character or U+FFFD.
// It keeps no reference to data.
func ParseCatalogue(data []byte) (*Catalogue, error) {
	b := newBuilder(max(bytes.Count(data, []byte("\n")), bytes.Count(data, []byte(","))) + 1)
	if err := parseCatalogue(data, func(e nameEntry, words nameWords, _, _ int) { b.add(e, words) }); err != nil {
		return nil, err
	}
	return b.catalogue(), nil
}

// CatalogueEntries returns the entries of a catalogue in their order, for a report
// on them. The errors are those of [ParseCatalogue].
func CatalogueEntries(data []byte) ([]CatalogueEntry, error) {
	var list []CatalogueEntry
	line, from := 1, 0
	err := parseCatalogue(data, func(e nameEntry, words nameWords, at, end int) {
		line, from = line+bytes.Count(data[from:at], []byte("\n")), at
		list = append(list, CatalogueEntry{string(e.name), string(words.value(e.name)), e.cue, line, at, end})
	})
	return list, err
}

// parseCatalogue calls add with each entry and the place of its bytes.
func parseCatalogue(data []byte, add func(e nameEntry, words nameWords, at, end int)) error {
	body := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	p := catalogueParser{data: data, start: len(data) - len(body), add: add}
	if i := invalidUTF8(data); i >= 0 {
		return problemAt(data, i, "not valid UTF-8; save the file as UTF-8")
	}
	read := p.readLines
	switch trimmed := bytes.TrimLeft(body, " \t\r\n"); {
	case bytes.HasPrefix(trimmed, []byte("[")):
		read = p.readJSON
	case bytes.HasPrefix(trimmed, []byte("{")):
		return &CatalogueError{Line: 1, Problem: "a JSON object; write an array, or one name a line"}
	}
	if err := read(); err != nil {
		return err
	}
	if p.entries == 0 {
		return &CatalogueError{Line: 1, Problem: "empty; list at least one name", Empty: true}
	}
	return nil
}

// catalogueParser reads a catalogue.
type catalogueParser struct {
	data    []byte
	start   int // after the byte order mark
	add     func(e nameEntry, words nameWords, at, end int)
	entries int
	words   []nameWord // reused
}

func (p *catalogueParser) readLines() error {
	at := p.start
	for line := range bytes.Lines(p.data[p.start:]) {
		name, mark, marked := bytes.Cut(bytes.TrimSpace(line), []byte("\t"))
		if len(name) > 0 && name[0] != '#' {
			if marked && string(bytes.TrimSpace(mark)) != "cue" {
				return problemAt(p.data, at, `the second column is not "cue"; write one name a line`)
			}
			if err := p.addName(nameEntry{name, marked}, at, at+len(bytes.TrimRight(line, "\r\n"))); err != nil {
				return err
			}
		}
		at += len(line)
	}
	return nil
}

func (p *catalogueParser) readJSON() error {
	dec := json.NewDecoder(bytes.NewReader(p.data[p.start:]))
	if _, err := dec.Token(); err != nil {
		return p.badJSON(dec)
	}
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return p.badJSON(dec)
		}
		at := p.start + int(dec.InputOffset()) - len(raw)
		name, cue, ok := readElement(raw)
		if !ok {
			return problemAt(p.data, at, `an element is neither a string nor {"name": "...", "cue": true}`)
		}
		if err := p.addName(nameEntry{[]byte(name), cue}, at, at+len(raw)); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil || len(bytes.TrimSpace(p.data[p.start+int(dec.InputOffset()):])) > 0 {
		return p.badJSON(dec)
	}
	return nil
}

// readElement reads a string or an object.
func readElement(raw json.RawMessage) (name string, cue, ok bool) {
	if raw[0] == '"' {
		err := json.Unmarshal(raw, &name)
		return name, false, err == nil
	}
	var element struct {
		Name *string `json:"name"`
		Cue  bool    `json:"cue"`
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if raw[0] != '{' || dec.Decode(&element) != nil || element.Name == nil {
		return "", false, false
	}
	return *element.Name, element.Cue, true
}

// addName adds an entry, unless it is certainly no name.
func (p *catalogueParser) addName(e nameEntry, at, end int) error {
	if len(e.name) > maxNameBytes {
		return problemAt(p.data, at, fmt.Sprintf("a name has more than %d bytes; shorten it", maxNameBytes))
	}
	if problem := unwritten(e.name); problem != "" {
		return problemAt(p.data, at, problem)
	}
	words := splitName(p.words[:0], e.name, byRun)
	p.words = words.list
	switch n := len(words.list); {
	case !hasLetter(e.name):
		return problemAt(p.data, at, "a name has no letter")
	case n > maxNameWords:
		return problemAt(p.data, at, fmt.Sprintf("a name has more than %d words; shorten it", maxNameWords))
	case slices.ContainsFunc(words.list, func(w nameWord) bool { return w.hash == 0 }):
		return problemAt(p.data, at, fmt.Sprintf("a word of a name has more than %d letters; shorten it", maxWordLetters))
	case words.onlyParticles(e.name):
		return problemAt(p.data, at, `a name has only words like "de"; every text would hold it`)
	}
	p.entries++
	p.add(e, words, at, end)
	return nil
}

// unwritten says which sign nobody wrote into a name: the file is not what it was meant to
// be, and the name would never be found.
func unwritten(name []byte) string {
	for _, r := range string(name) {
		switch {
		case r == '\r':
			return "the lines end with CR alone; save the file with LF or CRLF"
		case unicode.IsControl(r):
			return "a name holds a control character; save the file as plain text in UTF-8"
		case r == utf8.RuneError:
			return "a sign of a name was lost when the file was converted (U+FFFD); write it anew, in UTF-8"
		}
	}
	return ""
}

func hasLetter(name []byte) bool { return bytes.ContainsFunc(name, unicode.IsLetter) }

// badJSON does not wrap the decoder's error: it can quote the text.
func (p *catalogueParser) badJSON(dec *json.Decoder) error {
	return problemAt(p.data, p.start+int(dec.InputOffset()), "not valid JSON; correct the array or write one name a line")
}

func problemAt(data []byte, at int, problem string) error {
	return &CatalogueError{Line: 1 + bytes.Count(data[:at], []byte("\n")), Problem: problem}
}

// invalidUTF8 returns the position of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, width := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && width == 1 {
			return i
		}
		i += width
	}
	return -1
}
