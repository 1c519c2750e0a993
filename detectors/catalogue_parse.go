// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// CatalogueError says why a catalogue cannot be used. It never holds text of
// the catalogue.
type CatalogueError struct {
	Line    int // counted from 1
	Problem string
}

// Error returns the line and the problem.
func (e *CatalogueError) Error() string {
	return fmt.Sprintf("catalogue line %d: %s", e.Line, e.Problem)
}

// ParseCatalogue reads a catalogue: a JSON array whose elements are names or
// objects {"name": "...", "cue": true}, or text with one name a line, where
// "name<TAB>cue" marks a name that counts only with a cue before it. The text is
// UTF-8; a byte order mark, CRLF and empty lines are accepted. An empty
// catalogue, an element of another type, text that is not UTF-8 and a name
// without a letter or digit or of more than 16 words are a *CatalogueError. It
// keeps no reference to data.
func ParseCatalogue(data []byte) (*Catalogue, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if i := invalidUTF8(data); i >= 0 {
		return nil, problemAt(data, i, "not valid UTF-8; save the file as UTF-8")
	}
	p := catalogueParser{data: bytes.Clone(data)}
	body := bytes.TrimLeft(data, " \t\r\n")
	if len(body) == 0 {
		return nil, problemAt(data, 0, "empty; list at least one name")
	}
	var err error
	if body[0] == '[' {
		p.catalogue = newCatalogue(bytes.Count(body, []byte(",")) + 1)
		err = p.readJSON()
	} else {
		p.catalogue = newCatalogue(bytes.Count(body, []byte("\n")) + 1)
		err = p.readLines()
	}
	if err != nil {
		return nil, err
	}
	if p.catalogue.Len() == 0 {
		return nil, problemAt(data, 0, "empty; list at least one name")
	}
	return p.catalogue, nil
}

// catalogueParser fills a catalogue.
type catalogueParser struct {
	data      []byte
	catalogue *Catalogue
	words     []nameWord // reused
}

func (p *catalogueParser) readLines() error {
	at := 0
	for line := range bytes.Lines(p.data) {
		name, mark, marked := bytes.Cut(bytes.TrimSpace(line), []byte("\t"))
		if marked && string(bytes.TrimSpace(mark)) != "cue" {
			return problemAt(p.data, at, `the second column is not "cue"; write one name a line`)
		}
		if len(name) > 0 {
			if err := p.addName(name, marked, at); err != nil {
				return err
			}
		}
		at += len(line)
	}
	return nil
}

func (p *catalogueParser) readJSON() error {
	dec := json.NewDecoder(bytes.NewReader(p.data))
	if _, err := dec.Token(); err != nil {
		return p.badJSON(dec)
	}
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return p.badJSON(dec)
		}
		at := int(dec.InputOffset()) - len(raw)
		name, cue, ok := readElement(raw)
		if !ok {
			return problemAt(p.data, at, `an element is neither a string nor {"name": "...", "cue": true}`)
		}
		if err := p.addName([]byte(name), cue, at); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil || len(bytes.TrimSpace(p.data[dec.InputOffset():])) > 0 {
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

func (p *catalogueParser) addName(name []byte, cue bool, at int) error {
	p.words = splitName(p.words[:0], name, byRun)
	words := p.words
	if len(words) == 0 {
		return problemAt(p.data, at, "a name has no letter or digit")
	}
	if len(words) > maxNameWords {
		return problemAt(p.data, at, fmt.Sprintf("a name has more than %d words; shorten it", maxNameWords))
	}
	p.catalogue.add(name, words, cue)
	return nil
}

// badJSON does not wrap the decoder's error: it can quote the text.
func (p *catalogueParser) badJSON(dec *json.Decoder) error {
	return problemAt(p.data, int(dec.InputOffset()), "not valid JSON; correct the array or write one name a line")
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
