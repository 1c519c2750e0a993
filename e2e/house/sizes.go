// SPDX-License-Identifier: Apache-2.0

package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
)

// The lines that source may have.
const (
	MaxFile     = 500 // a file, tests included
	MaxFunction = 60  // a function outside of tests
	AskFunction = 45  // above it, a function needs a reason
)

// maxFileOf returns the lines that a source file may have.
func maxFileOf(name string) int {
	switch name {
	case "plugin-opencode/veil-plugin.js", "cmd-veil/internal/install/files/opencode/veil-plugin.js":
		return 600 // OpenCode loads one file, and drops it in silence if what it imports is not there
	}
	return MaxFile
}

// LongFiles names the source files that have more lines than they may.
func LongFiles(files []File) []string {
	var problems []string
	for _, f := range files {
		if n := strings.Count(f.Text, "\n"); isSource(f.Path) && n > maxFileOf(f.Path) {
			problems = append(problems, fmt.Sprintf("%s: %d lines, at most %d", f.Path, n, maxFileOf(f.Path)))
		}
	}
	return problems
}

// LongFunctions names the Go functions outside of tests that have more than
// limit lines, from func to the closing brace.
func LongFunctions(files []File, limit int) ([]string, error) {
	var problems []string
	for _, f := range files {
		if !isProduct(f.Path) {
			continue
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, f.Path, f.Text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range syntax.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			at := set.Position(d.Pos())
			if n := set.Position(d.End()).Line - at.Line + 1; n > limit {
				problems = append(problems, fmt.Sprintf("%s:%d: %s has %d lines, more than %d", f.Path, at.Line, d.Name.Name, n, limit))
			}
		}
	}
	return problems, nil
}

// Document is how long a document may be.
type Document struct {
	Pattern string // of path.Match
	Lines   int
}

// Documents are the bounds of the documents: a reader who must read more reads
// nothing.
func Documents() []Document {
	return []Document{
		{"README.md", 150},
		{"*/README.md", 40},
		{"ARCHITECTURE.md", 200},
		{"CONTRIBUTING.md", 60},
		{"RELEASING.md", 60},
		{"SECURITY.md", 25},
		{"docs/threat-model.md", 150},
		{"docs/protocol.md", 120},
		{"docs/hosts/*.md", 80},
		{"docs/adr/*.md", 40},
	}
}

// LongDocuments names the documents that are longer than they may be.
func LongDocuments(files []File) []string {
	var problems []string
	for _, f := range files {
		for _, d := range Documents() {
			matches, _ := path.Match(d.Pattern, f.Path)
			if n := strings.Count(f.Text, "\n"); matches && n > d.Lines {
				problems = append(problems, fmt.Sprintf("%s: %d lines, at most %d", f.Path, n, d.Lines))
			}
		}
	}
	return problems
}
