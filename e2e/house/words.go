// SPDX-License-Identifier: Apache-2.0

package house

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// banned is text that no file may hold. The expressions are spelled so that
// they do not find themselves.
type banned struct {
	text *regexp.Regexp
	why  string
	// hints bound the work: a line without any of them is passed over.
	hints []string
	// allow are matches that are meant.
	allow []string
}

// bannedTexts are the banned texts; the allowed paths are those of made-up and
// captured events, and one whose denial is tested.
var bannedTexts = []banned{
	{
		text:  regexp.MustCompile(`\b(?:TO[D]O|FIX[M]E)\b`),
		why:   "an open end belongs in an issue",
		hints: []string{"DO", "ME"},
	},
	{
		text:  regexp.MustCompile(`(?:registry\.npm[j]s|registry\.yarn[p]kg|proxy\.gol[a]ng|sum\.gol[a]ng)\.\w+`),
		why:   "where packages come from is the business of the machine that builds",
		hints: []string{"registry.", "proxy.", "sum."},
	},
	{
		text:  regexp.MustCompile(`(?:^|[^\w.~$}-])/(?:root|work)/[\w.-]+`),
		why:   "a path of one machine",
		hints: []string{"/root/", "/work/"},
		allow: []string{"/work/project", "/work/obra", "/root/.aws"},
	},
}

// BannedTexts names the places in files that hold what none may hold.
func BannedTexts(files []File) []string {
	var problems []string
	for _, f := range files {
		number := 0
		for line := range strings.Lines(f.Text) {
			number++
			for _, b := range bannedTexts {
				for _, found := range b.in(line) {
					problems = append(problems, fmt.Sprintf("%s:%d: %q: %s", f.Path, number, found, b.why))
				}
			}
		}
	}
	return problems
}

// in returns what a line holds of the banned text.
func (b banned) in(line string) []string {
	hinted := func(hint string) bool { return strings.Contains(line, hint) }
	if !slices.ContainsFunc(b.hints, hinted) {
		return nil
	}
	return slices.DeleteFunc(b.text.FindAllString(line, -1), func(found string) bool {
		return slices.Contains(b.allow, found[max(0, strings.IndexByte(found, '/')):])
	})
}
