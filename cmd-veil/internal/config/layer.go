// SPDX-License-Identifier: Apache-2.0

package config

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/veil-guard/veil/cmd-veil/internal/nearest"
)

// source is a file that may hold configuration.
type source struct {
	path    string
	project bool // it belongs to a workspace and may only tighten
}

// layer is what one file says. A nil list means that it does not say.
type layer struct {
	catalogs     []string
	allowValues  []string
	allowDomains []string
	allowAt      map[string]place // of allow.values and allow.domains
	allowPaths   []string
	localTools   []string
	reveal       []Reveal
	keepTokens   []string
	display      string
	images       string
	project      bool // it belongs to a workspace
	assignments  bool
}

// maxFile bounds a configuration file; a real one has a few lines.
const maxFile = 1 << 20

// read reads one file; an absent one is an empty layer.
func read(s source) (layer, error) {
	text, err := ReadRegular(s.path, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir):
		return layer{}, nil
	case err != nil:
		return layer{}, &Error{s.path, 0, "cannot be read: " + Cause(err), "make it a readable file, or remove it"}
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	switch err := d.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return layer{}, &Error{s.path, 1, "empty", "begin it with version: 1"}
	case err != nil:
		return layer{}, notYAML(s.path, text, yamlLine(err))
	}
	if err := d.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return layer{}, &Error{s.path, 1, "more than one document", "keep one document in the file"}
	}
	r := reader{source: s}
	r.document(doc.Content[0])
	return r.layer, r.err
}

// yamlLine finds the line that a YAML error speaks of. The error's own text is
// not shown: it may quote the file.
func yamlLine(err error) int {
	m := regexp.MustCompile(`line (\d+)`).FindStringSubmatch(err.Error())
	if m == nil {
		return 1
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// reader walks the nodes of one file and keeps the first error.
type reader struct {
	source source
	layer  layer
	err    error
}

func (r *reader) fail(n *yaml.Node, what, remedy string) {
	if r.err == nil {
		r.err = &Error{r.source.path, n.Line, what, remedy}
	}
}

func (r *reader) document(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "not a mapping", "begin it with version: 1")
		return
	}
	if len(n.Content) == 0 || n.Content[0].Value != "version" || n.Content[1].Value != "1" {
		r.fail(n, "the first key is not version: 1", "begin it with version: 1")
		return
	}
	r.members(n, "", map[string]func(*yaml.Node){
		"version": func(*yaml.Node) {},
		"catalog": r.catalog,
		"allow":   r.loosening(r.allow),
		"paths":   r.loosening(r.paths),
		"tools":   r.loosening(r.tools),
		"reveal":  r.loosening(r.reveal),
		"write":   r.loosening(r.write),
		"display": r.loosening(r.display),
		"images":  r.images,
		"detect":  r.detect,
	})
}

// loosening refuses a key in a project's file.
func (r *reader) loosening(f func(*yaml.Node)) func(*yaml.Node) {
	if !r.source.project {
		return f
	}
	return func(n *yaml.Node) {
		r.fail(n, "a project's file may only tighten", "move this key to veil.yaml in your configuration directory")
	}
}

// members calls the reader of each member of a mapping.
func (r *reader) members(n *yaml.Node, prefix string, known map[string]func(*yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fail(n, strings.TrimSuffix(prefix, ".")+": not a mapping", "write "+strings.TrimSuffix(prefix, ".")+": {KEY: VALUE}, with one of: "+keys(known))
		return
	}
	seen := map[string]bool{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, ok := known[key.Value]
		switch {
		case !ok:
			r.fail(key, "unknown key "+strconv.Quote(prefix+shown(key.Value)), meant(key.Value, known)+"use one of: "+keys(known))
		case seen[key.Value]:
			r.fail(key, "key "+strconv.Quote(prefix+key.Value)+" occurs twice", "keep one of them")
		default:
			read(value)
		}
		seen[key.Value] = true
	}
}

// shown is a key as an error may show it: what is not a plain word could be a
// value.
func shown(key string) string {
	const longest = 20
	if len(key) > longest || strings.ContainsFunc(key, func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' }) {
		return "..."
	}
	return key
}

// meant is the beginning of a remedy: the key that was perhaps meant.
func meant[V any](key string, known map[string]V) string {
	if near := nearest.Name(shown(key), slices.Sorted(maps.Keys(known))); near != "" {
		return "did you mean " + near + "? "
	}
	return ""
}

func (r *reader) paths(n *yaml.Node) {
	r.members(n, "paths.", map[string]func(*yaml.Node){
		"allow": func(n *yaml.Node) {
			for _, path := range r.texts(n, "paths.allow") {
				if !filepath.IsAbs(path) && !strings.HasPrefix(path, "~/") {
					r.fail(n, "paths.allow: not an absolute path", "write the whole path; one entry allows one file")
				}
				if strings.Contains(path, "*") {
					r.fail(n, "paths.allow: paths are exact: no *", "write the whole path; one entry allows one file")
				}
				r.layer.allowPaths = append(r.layer.allowPaths, r.absolute(path))
			}
		},
	})
}

func (r *reader) display(n *yaml.Node) {
	if n.Value != DisplayInteractive && n.Value != DisplayAlways {
		r.fail(n, "display is neither interactive nor always", "write display: interactive")
		return
	}
	r.layer.display = n.Value
}

// images reads images: withhold, which a project may say too.
func (r *reader) images(n *yaml.Node) {
	switch n.Value {
	case ImagesPass:
		r.loosening(func(*yaml.Node) {})(n)
	case ImagesWithhold:
	default:
		r.fail(n, "images is neither withhold nor pass", "write images: withhold")
	}
	r.layer.images, r.layer.project = n.Value, r.source.project
}

func (r *reader) detect(n *yaml.Node) {
	r.members(n, "detect.", map[string]func(*yaml.Node){
		"assignments": func(n *yaml.Node) {
			switch {
			case n.Tag != "!!bool" || n.Decode(&r.layer.assignments) != nil:
				r.fail(n, "detect.assignments is neither true nor false", "write assignments: true")
			case !r.layer.assignments:
				r.loosening(func(*yaml.Node) {})(n)
			}
		},
	})
}

// texts reads one text or a list of texts.
func (r *reader) texts(n *yaml.Node, key string) []string {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	list := []string{}
	for _, item := range nodes {
		if item.Kind != yaml.ScalarNode || item.Tag == "!!null" || item.Value == "" {
			r.fail(item, key+": not a text", "write one text, or a list of texts")
			continue
		}
		list = append(list, item.Value)
	}
	return list
}

// absolute reads a path relative to the file, with ~ for the home directory.
func (r *reader) absolute(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(filepath.Dir(r.source.path), path)
}
