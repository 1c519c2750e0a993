// SPDX-License-Identifier: Apache-2.0

// Package kit holds test cases for detectors of personal data, for any
// implementation. Every value is made up.
//
// A file <kind>.txt is a list of blocks, each ended by a line "---". A block is
// a header of "key: value" lines (kind, expect, why), an empty line, and a text
// in which every value of the kind stands between « and ». The expectation is
// hit or miss; a miss has no marks. The names to be found are those of
// catalogue.txt.
//
// A join mark ¦ in a text is not part of it: it stands in the prefix of each
// made-up credential, so that no scanner of repositories takes the kit for a leak.
package kit

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/veil-guard/veil/core"
)

// Files are the kit as it lies on disk.
//
//go:embed *.txt
var Files embed.FS

const catalogueFile = "catalogue.txt"

// Case is one block: a text, without marks, and the spans where a value of the
// kind stands.
type Case struct {
	Kind  core.Kind
	Why   string
	Text  string
	Spans []Span // none for a miss
}

// Span is a half-open byte range.
type Span struct{ Start, End int }

// Catalogue returns the names that the cases of the kind NOMBRE rest on, as
// text with one name a line.
func Catalogue() ([]byte, error) { return Files.ReadFile(catalogueFile) }

// Cases returns every case. It fails with the file and the number of the first
// block that breaks the format.
func Cases() ([]Case, error) { return casesOf(Files) }

func casesOf(files fs.FS) ([]Case, error) {
	names, err := fs.Glob(files, "*.txt")
	if err != nil {
		return nil, err
	}
	var cases []Case
	for _, name := range names {
		if name == catalogueFile {
			continue
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		blocks := strings.Split(string(data), "\n---\n")
		if rest := blocks[len(blocks)-1]; rest != "" {
			return nil, fmt.Errorf("%s, block %d: no line --- behind it; add one", name, len(blocks))
		}
		for i, block := range blocks[:len(blocks)-1] {
			c, err := ParseCase(block)
			if err != nil {
				return nil, fmt.Errorf("%s, block %d: %w", name, i+1, err)
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// ParseCase reads one block, without its last line.
func ParseCase(block string) (Case, error) {
	header, text, found := strings.Cut(block, "\n\n")
	if !found {
		return Case{}, fmt.Errorf("no empty line after the header; add one")
	}
	var c Case
	expect := ""
	for line := range strings.Lines(header) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "kind":
			c.Kind = core.Kind(value)
		case "expect":
			expect = value
		case "why":
			c.Why = value
		default:
			return Case{}, fmt.Errorf("unknown key in the header; use kind, expect, why")
		}
	}
	c.Text, c.Spans = unmark(strings.ReplaceAll(text, "¦", ""))
	if c.Why == "" || !c.Kind.InToken() {
		return Case{}, fmt.Errorf("kind or why is missing; state both")
	}
	if (expect != "hit" || len(c.Spans) == 0) && (expect != "miss" || len(c.Spans) > 0) {
		return Case{}, fmt.Errorf("a hit needs marks and a miss has none; correct expect or the text")
	}
	return c, nil
}

// unmark takes the marks out of text and returns what they enclose.
func unmark(text string) (string, []Span) {
	var b strings.Builder
	var spans []Span
	for {
		before, rest, found := strings.Cut(text, "«")
		b.WriteString(before)
		if !found {
			return b.String(), spans
		}
		value, after, _ := strings.Cut(rest, "»")
		start := b.Len()
		b.WriteString(value)
		spans = append(spans, Span{start, b.Len()})
		text = after
	}
}
