// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/veil-guard/veil/detectors"
)

// place is where the entries of a list stand.
type place struct {
	file  string
	lines []int
}

// allow reads allow: {values: [...], domains: [...]}.
func (r *reader) allow(n *yaml.Node) {
	r.members(n, "allow.", map[string]func(*yaml.Node){
		"values":  func(n *yaml.Node) { r.layer.allowValues = r.allowList(n, "values") },
		"domains": func(n *yaml.Node) { r.layer.allowDomains = r.allowList(n, "domains") },
	})
}

// allowList reads one of the lists, and notes where its entries stand: the detectors say
// later whether they can be used.
func (r *reader) allowList(n *yaml.Node, list string) []string {
	at := place{file: r.source.path, lines: []int{n.Line}}
	if n.Kind == yaml.SequenceNode {
		at.lines = nil
		for _, item := range n.Content {
			at.lines = append(at.lines, item.Line)
		}
	}
	if r.layer.allowAt == nil {
		r.layer.allowAt = map[string]place{}
	}
	r.layer.allowAt[list] = at
	return r.texts(n, "allow."+list)
}

// addAllowAt notes the places of the lists that no earlier layer has set.
func (c *Config) addAllowAt(l layer) {
	for list, at := range l.allowAt {
		if _, decided := c.allowAt[list]; decided {
			continue
		}
		if c.allowAt == nil {
			c.allowAt = map[string]place{}
		}
		c.allowAt[list] = at
	}
}

// AllowError is the error of an entry of allow that the detectors refuse.
func (c Config) AllowError(bad *detectors.AllowError) *Error {
	cause, remedy, _ := strings.Cut(bad.Problem, "; ")
	e := &Error{What: fmt.Sprintf("allow.%s, entry %d: %s", bad.List, bad.Index+1, cause), Mend: remedy}
	if at := c.allowAt[bad.List]; bad.Index < len(at.lines) {
		e.File, e.Line = at.file, at.lines[bad.Index]
	}
	return e
}
