// SPDX-License-Identifier: Apache-2.0

package detectors

import "unicode/utf8"

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
