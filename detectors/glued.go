// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode/utf8"

	"github.com/veil-guard/veil/core"
)

// gluedCue says whether the letters right before i are a whole cue: "tel612345678".
// After a dot they are none: there they may be the end of an address.
func gluedCue(text []byte, i int, rule cueRule) bool {
	from := i
	for from > 0 && i-from < maxCue && isLabelLetter(text[from-1]) {
		from--
	}
	if from == i || letterEndsAt(text, from) || from > 0 && text[from-1] == '.' || escapeEnd(text, from) > from {
		return false
	}
	var folded [maxCue + utf8.UTFMax]byte
	return rule.words.has(appendFolded(folded[:0], text[from:i], maxCue), 0)
}

// runsOn says whether one of the findings, which are covered, stands at the end of what
// may be an address, or is one that a word stands behind. Where the address ends, and
// whether the word is a name, may have been read otherwise as long as they were one.
func runsOn(text []byte, found []core.Finding) bool {
	for _, f := range found {
		if addressEndsAt(text, f.Start) || f.Kind == core.Email && wordBeginsAt(text, f.End) {
			return true
		}
	}
	return false
}

// addressEndsAt says whether "@" and what a domain is made of stand right before i.
func addressEndsAt(text []byte, i int) bool {
	from := i
	for from > 0 && i-from < maxDomain && isAddressByte(text[from-1], &domainPart) {
		from--
	}
	return from > 0 && from < i && text[from-1] == '@'
}
