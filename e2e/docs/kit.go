// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// KitFile is what a file of the detectors' kit holds: why its texts are hits, and
// why they are misses.
type KitFile struct {
	Name         string // without its ending
	Hits, Misses []string
}

// Kit reads the kit's files in the order of their names. The names of the
// catalogue are none of them.
func Kit(dir string) ([]KitFile, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	var files []KitFile
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		if name == "catalogue" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, kitFile(name, string(text)))
	}
	return files, nil
}

// kitFile reads the headers of the blocks of one file.
func kitFile(name, text string) KitFile {
	f := KitFile{Name: name}
	for block := range strings.SplitSeq(text, "\n---\n") {
		header, _, _ := strings.Cut(block, "\n\n")
		hit, why := false, ""
		for line := range strings.Lines(header) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch key {
			case "expect":
				hit = value == "hit"
			case "why":
				why = value
			}
		}
		switch {
		case why == "":
		case hit:
			f.Hits = append(f.Hits, why)
		default:
			f.Misses = append(f.Misses, why)
		}
	}
	return f
}

// KitTable renders how many texts each file has.
func KitTable(files []KitFile) string {
	var b strings.Builder
	b.WriteString("| kit | hits | misses |\n|---|---:|---:|\n")
	for _, f := range files {
		fmt.Fprintf(&b, "| [%s](%s.md) | %d | %d |\n", f.Name, page(f.Name), len(f.Hits), len(f.Misses))
	}
	return b.String()
}

// page is the document of a file: what is encoded stands with what is opaque.
func page(name string) string {
	if name == "encoded" {
		return "blob"
	}
	return name
}

// KitPart renders the reasons of the files of one page.
func KitPart(files []KitFile, document string) string {
	var b strings.Builder
	for _, f := range files {
		if page(f.Name) == document {
			fmt.Fprintf(&b, "`detectors/kit/%s.txt`, %d hits: %s.\n\n", f.Name, len(f.Hits), strings.Join(f.Hits, "; "))
			fmt.Fprintf(&b, "%d misses: %s.\n", len(f.Misses), strings.Join(f.Misses, "; "))
		}
	}
	return b.String()
}
