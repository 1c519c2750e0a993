// SPDX-License-Identifier: Apache-2.0

package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Threat is a row of the threat model: what is tried, what becomes of it, and the tests
// that show it.
type Threat struct {
	Attack, Result string
	Tests          []string
}

// Threats reads the rows of every table of a document whose columns are attack, result
// and test.
func Threats(document string) []Threat {
	var list []Threat
	inside := false
	for line := range strings.Lines(document) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case len(cells) != 3:
			inside = false
		case cells[0] == "attack" && cells[1] == "result" && cells[2] == "test":
			inside = true
		case inside && !strings.HasPrefix(cells[0], "--"):
			list = append(list, Threat{cells[0], cells[1], quoted(cells[2])})
		}
	}
	return list
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

// quoted returns what stands between backquotes.
func quoted(text string) []string {
	var list []string
	for _, found := range codeSpan.FindAllStringSubmatch(text, -1) {
		list = append(list, found[1])
	}
	return list
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)

// TestNames are the names of the tests below a folder: functions of Go, and scripts.
func TestNames(root string) (map[string]bool, error) {
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git"):
			return fs.SkipDir
		case strings.HasSuffix(path, ".txtar"):
			names[entry.Name()] = true
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, found := range testFunction.FindAllStringSubmatch(string(text), -1) {
				names[found[1]] = true
			}
		}
		return nil
	})
	return names, err
}
