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
	// allow are matches that are meant.
	allow []string
}

func bannedTexts() []banned {
	return []banned{
		{
			text: regexp.MustCompile(`\b(?:TO[D]O|FIX[M]E)\b`),
			why:  "an open end belongs in an issue",
		},
		{
			text: regexp.MustCompile(`(?:registry\.npm[j]s|registry\.yarn[p]kg|proxy\.gol[a]ng|sum\.gol[a]ng)\.\w+`),
			why:  "where packages come from is the business of the machine that builds",
		},
		{
			text: regexp.MustCompile(`(?:^|[^\w.~$}-])/(?:root|work)/[\w.-]+`),
			why:  "a path of one machine",
			// The folders of made-up and captured events, and a path whose denial is tested.
			allow: []string{"/work/project", "/work/obra", "/root/.aws"},
		},
	}
}

// BannedTexts names the places in files that hold what none may hold.
func BannedTexts(files []File) []string {
	var problems []string
	for _, f := range files {
		for _, b := range bannedTexts() {
			for _, at := range b.text.FindAllStringIndex(f.Text, -1) {
				found := f.Text[at[0]:at[1]]
				if slices.Contains(b.allow, found[max(0, strings.IndexByte(found, '/')):]) {
					continue
				}
				line := 1 + strings.Count(f.Text[:at[0]], "\n")
				problems = append(problems, fmt.Sprintf("%s:%d: %q: %s", f.Path, line, found, b.why))
			}
		}
	}
	return problems
}
