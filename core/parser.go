// SPDX-License-Identifier: Apache-2.0

package core

import "bytes"

// parser walks JSON that is known to be valid and notes where its values are.
type parser struct {
	raw   []byte
	at    int
	nodes []node
	// pointers is the length of all leaves' pointers together. It is bounded, so
	// that a long name above many leaves does not cost its square.
	pointers int
}

// place is where a value stands: how deep, and how long its pointer is.
type place struct {
	depth, pointer int
}

func (w place) below(name int) place { return place{w.depth + 1, w.pointer + 1 + name} }

func (p *parser) value(w place) error {
	if w.depth > maxDepth {
		return &DocumentError{p.at, "nested too deeply"}
	}
	if p.pointers += w.pointer; p.pointers > maxPointers {
		return &DocumentError{p.at, "member names are too long for the number of values below them"}
	}
	p.space()
	i := len(p.nodes)
	p.nodes = append(p.nodes, node{start: p.at})
	var err error
	switch p.raw[p.at] {
	case '{':
		err = p.object(w)
	case '[':
		err = p.array(w)
	case '"':
		p.at = stringEnd(p.raw, p.at)
	default:
		for p.at < len(p.raw) && !bytes.ContainsRune([]byte(",]} \t\r\n"), rune(p.raw[p.at])) {
			p.at++
		}
	}
	p.nodes[i].end = p.at
	p.nodes[i].next = len(p.nodes)
	return err
}

func (p *parser) object(w place) error {
	var names nameSet
	for p.open(); p.raw[p.at] != '}'; p.comma() {
		keyStart := p.at
		p.at = stringEnd(p.raw, p.at)
		keyEnd := p.at
		name := unquote(p.raw[keyStart:keyEnd])
		if !names.add(name) {
			return &DocumentError{keyStart, "a member name occurs twice"}
		}
		p.space()
		p.at++ // the colon
		i := len(p.nodes)
		if err := p.value(w.below(len(name))); err != nil {
			return err
		}
		p.nodes[i].keyStart, p.nodes[i].keyEnd = keyStart, keyEnd
	}
	p.at++
	return nil
}

// indexLen stands for the length of an array index in a pointer.
const indexLen = 4

func (p *parser) array(w place) error {
	for p.open(); p.raw[p.at] != ']'; p.comma() {
		if err := p.value(w.below(indexLen)); err != nil {
			return err
		}
	}
	p.at++
	return nil
}

// open steps over a container's first byte.
func (p *parser) open() {
	p.at++
	p.space()
}

// comma steps over the comma after a member, if there is one.
func (p *parser) comma() {
	p.space()
	if p.raw[p.at] == ',' {
		p.at++
		p.space()
	}
}

func (p *parser) space() {
	for p.at < len(p.raw) {
		switch p.raw[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// stringEnd returns the index after the string literal that begins at start.
func stringEnd(raw []byte, start int) int {
	for at := start + 1; ; at++ {
		switch raw[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
}

// nameSet is the set of an object's member names. Most objects are small: a
// map is made only for those that are not.
type nameSet struct {
	few  []string
	many map[string]bool
}

func (s *nameSet) add(name string) (isNew bool) {
	if s.many != nil {
		if s.many[name] {
			return false
		}
		s.many[name] = true
		return true
	}
	for _, known := range s.few {
		if known == name {
			return false
		}
	}
	if s.few = append(s.few, name); len(s.few) > 16 {
		s.many = make(map[string]bool, 2*len(s.few))
		for _, known := range s.few {
			s.many[known] = true
		}
	}
	return true
}
