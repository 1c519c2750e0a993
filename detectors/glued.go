// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"unicode/utf8"

	"github.com/veil-guard/veil/core"
)

// gluedCue says whether the letters right before i are a whole cue: "tel612345678".
// After a dot they are none: there they may be the end of an address.
func gluedCue(text []byte, i int, rule cueRule) bool {
	from := i
	for from > 0 && i-from < maxCue && (isLetter(text[from-1]) || text[from-1] >= utf8.RuneSelf && !isMark(text[from-1])) {
		from--
	}
	if from == i || wordEndsAt(text, from) || from > 0 && text[from-1] == '.' || escapeEnd(text, from) > from {
		return false
	}
	var folded [maxCue + utf8.UTFMax]byte
	return rule.words.has(appendFolded(folded[:0], text[from:i], maxCue), 0)
}

// isJoined says whether one of the findings, which are covered, has a letter or a digit
// right beside it, or with a sign of an address between. What stands there may end or
// begin otherwise now: in "es.tel+351912345678" a domain.
func isJoined(text []byte, found []core.Finding) bool {
	for _, f := range found {
		if joinsBefore(text, f.Start) || joinsAfter(text, f.End) {
			return true
		}
	}
	return false
}

const joints = ".-@"

func joinsBefore(text []byte, i int) bool {
	return wordEndsAt(text, i) || i > 0 && bytes.IndexByte([]byte(joints), text[i-1]) >= 0 && wordEndsAt(text, i-1)
}

func joinsAfter(text []byte, i int) bool {
	return wordBeginsAt(text, i) || i < len(text) && bytes.IndexByte([]byte(joints), text[i]) >= 0 && wordBeginsAt(text, i+1)
}
