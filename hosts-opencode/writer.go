// SPDX-License-Identifier: Apache-2.0

package opencode

import "github.com/veil-guard/veil/core"

// writer builds an answer line and remembers the first problem. It does not
// use encoding/json, which would replace lone surrogates.
type writer struct {
	out []byte
	err error
}

func (w *writer) member(name, text string) {
	if text == "" {
		return
	}
	w.out = append(w.out, `,"`+name+`":`...)
	w.text(text)
}

func (w *writer) patches(list []core.Patch) {
	if len(list) == 0 {
		return
	}
	w.out = append(w.out, `,"patches":`...)
	separator := byte('[')
	for _, p := range list {
		w.out = append(w.out, separator, '[')
		w.text(p.Leaf.Pointer)
		w.out = append(w.out, ',')
		w.text(p.New)
		if p.Leaf.Key {
			w.out = append(w.out, `,"`+keyLeaf+`"`...)
		}
		w.out = append(w.out, ']')
		separator = ','
	}
	w.out = append(w.out, ']')
}

// list appends a member that is a list of texts, unless it is empty.
func (w *writer) list(name string, texts []string) {
	separator := `,"` + name + `":[`
	for _, t := range texts {
		w.out = append(w.out, separator...)
		w.text(t)
		separator = ","
	}
	if len(texts) > 0 {
		w.out = append(w.out, ']')
	}
}

// text appends a JSON string literal. core writes it, by replacing the text of
// an empty one, because it knows how to write a lone surrogate.
func (w *writer) text(text string) {
	empty, err := core.ParseDocument([]byte(`""`))
	var literal []byte
	if err == nil {
		literal, err = empty.Root().Splice([]core.Patch{{New: text}})
	}
	if err != nil && w.err == nil {
		w.err = err
	}
	w.out = append(w.out, literal...)
}
