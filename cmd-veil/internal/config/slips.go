// SPDX-License-Identifier: Apache-2.0

package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// catalog reads catalog: [FILE, ...]. An entry that is no file and reads like something
// else is refused here, and not shown: what it holds may be a name.
func (r *reader) catalog(n *yaml.Node) {
	texts := r.texts(n, "catalog")
	for i, path := range texts {
		at := n
		if n.Kind == yaml.SequenceNode && len(n.Content) == len(texts) {
			at = n.Content[i]
		}
		absolute := r.absolute(path)
		if _, err := os.Lstat(absolute); errors.Is(err, fs.ErrNotExist) {
			switch {
			case looksLikePeople(path):
				r.fail(at, "catalog names files, not people", "write catalog: ~/clients.txt, and the names into that file, one a line")
			case strings.Contains(path, ","):
				r.fail(at, "catalog: there is no such file, with a comma in its name", "several go in a list: catalog: [~/clients.txt, ~/more.txt]")
			}
		}
		r.layer.catalogs = append(r.layer.catalogs, absolute)
	}
}

// looksLikePeople says whether a text is words like those of a name, and like no path.
func looksLikePeople(text string) bool {
	if strings.ContainsAny(text, `/\~`) || regexp.MustCompile(`\.\w{1,8}$`).MatchString(text) {
		return false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	for i, word := range words {
		first, _ := utf8.DecodeRuneInString(word)
		if !unicode.IsUpper(first) && (i == 0 || !slices.Contains([]string{"de", "del", "la", "las", "los", "y", "i", "e"}, word)) {
			return false
		}
		if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(".-'’", r) }) {
			return false
		}
	}
	return len(words) > 0
}

// notYAML is the error of a text that is no YAML. A tab in the indentation, which nobody
// sees, is named.
func notYAML(path string, text []byte, line int) *Error {
	lines := bytes.Split(text, []byte("\n"))
	for _, n := range []int{line, line + 1, line - 1} {
		if n < 1 || n > len(lines) {
			continue
		}
		if bytes.HasPrefix(bytes.TrimLeft(lines[n-1], " "), []byte("\t")) {
			return &Error{path, n, "not YAML: a tab at the beginning of a line", "indent with blanks"}
		}
	}
	return &Error{path, line, "not YAML", "check the indentation and the quotes"}
}
