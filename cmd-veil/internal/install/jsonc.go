// SPDX-License-Identifier: Apache-2.0

package install

import (
	"encoding/json"
	"errors"
	"strings"
)

// maxDepth is how deep settings may be nested.
const maxDepth = 200

// bom is the mark that some editors put before a text.
const bom = "\ufeff"

var errSyntax = errors.New("not JSON")

// node is a value in settings, and where its text stands. An absent value has no text.
type node struct {
	start, end int    // in the document's text
	kind       byte   // '{', '[', '"', or 'x' for numbers and words; 0 for an absent value
	text       string // what a string says
	parts      []part // of an object or array
	comma      int    // the end of a comma behind the last part, or 0
}

// part is a member of an object or an element of an array.
type part struct {
	start int    // of the key, or of the element
	key   string // "" for an element
	node
}

// document is settings that may hold comments and trailing commas, as OpenCode reads
// them. loose says that they do.
type document struct {
	text  string
	at    int
	loose bool
	root  node
}

// parse reads settings. A text of nothing but space and comments has an absent root.
func parse(text string) (*document, error) {
	d := &document{text: text}
	if strings.HasPrefix(text, bom) {
		d.at = len(bom)
	}
	var err error
	d.at, err = d.skip(d.at)
	if err != nil || d.at == len(text) {
		return d, err
	}
	if d.root, err = d.value(0); err != nil {
		return nil, err
	}
	if d.at, err = d.skip(d.at); err == nil && d.at < len(text) {
		err = errSyntax
	}
	return d, err
}

// skip returns where the space and the comments at a place end.
func (d *document) skip(at int) (int, error) {
	for at < len(d.text) {
		switch rest := d.text[at:]; {
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			at++
		case strings.HasPrefix(rest, "//"):
			d.loose = true
			line, _, _ := strings.Cut(rest, "\n")
			at += len(line)
		case strings.HasPrefix(rest, "/*"):
			d.loose = true
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return at, errSyntax
			}
			at += end + 4
		default:
			return at, nil
		}
	}
	return at, nil
}

func (d *document) value(depth int) (node, error) {
	if d.at == len(d.text) || depth > maxDepth {
		return node{}, errSyntax
	}
	switch d.text[d.at] {
	case '{', '[':
		return d.container(depth)
	case '"':
		return d.quoted()
	}
	n := node{start: d.at, kind: 'x'}
	for d.at < len(d.text) && !strings.ContainsRune(" \t\r\n,:/{}[]\"", rune(d.text[d.at])) {
		d.at++
	}
	n.end = d.at
	if !json.Valid([]byte(d.text[n.start:n.end])) {
		return node{}, errSyntax
	}
	return n, nil
}

func (d *document) quoted() (node, error) {
	n := node{start: d.at, kind: '"'}
	for d.at++; d.at < len(d.text) && d.text[d.at] != '"'; d.at++ {
		if d.text[d.at] == '\\' {
			d.at++
		}
	}
	d.at++
	if d.at > len(d.text) || json.Unmarshal([]byte(d.text[n.start:d.at]), &n.text) != nil {
		return node{}, errSyntax
	}
	n.end = d.at
	return n, nil
}

func (d *document) container(depth int) (node, error) {
	n := node{start: d.at, kind: d.text[d.at]}
	closing := n.kind + 2 // in ASCII, of both kinds
	d.at++
	for {
		if err := d.next(); err != nil {
			return node{}, err
		}
		if d.text[d.at] == closing {
			d.at++
			n.end = d.at
			d.loose = d.loose || n.comma > 0
			return n, nil
		}
		if len(n.parts) > 0 && n.comma == 0 {
			return node{}, errSyntax
		}
		p, err := d.part(n.kind, depth)
		if err != nil {
			return node{}, err
		}
		n.parts, n.comma = append(n.parts, p), 0
		if err := d.next(); err != nil {
			return node{}, err
		}
		if d.text[d.at] == ',' {
			d.at++
			n.comma = d.at
		}
	}
}

func (d *document) part(kind byte, depth int) (p part, err error) {
	p.start = d.at
	if kind == '{' {
		if d.text[d.at] != '"' {
			return part{}, errSyntax
		}
		key, err := d.quoted()
		if err != nil {
			return part{}, err
		}
		if err := d.next(); err != nil || d.text[d.at] != ':' {
			return part{}, errSyntax
		}
		d.at++
		if err := d.next(); err != nil {
			return part{}, err
		}
		p.key = key.text
	}
	p.node, err = d.value(depth + 1)
	return p, err
}

// next goes to what follows the space and the comments; there must be something.
func (d *document) next() (err error) {
	if d.at, err = d.skip(d.at); err == nil && d.at == len(d.text) {
		err = errSyntax
	}
	return err
}

// get returns a member of an object: the last of that name, as the hosts have it.
func (n node) get(key string) node {
	for i := len(n.parts) - 1; i >= 0; i-- {
		if n.kind == '{' && n.parts[i].key == key {
			return n.parts[i].node
		}
	}
	return node{}
}

// raw is a value's own text.
func (d *document) raw(n node) string { return d.text[n.start:n.end] }
