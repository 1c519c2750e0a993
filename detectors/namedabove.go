// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// maxHolder is how much before a value is read for what holds it, in bytes: a tag with
// its attributes, the name of a field.
const maxHolder = 96

// namedAbove says whether what holds the value at i says nothing of it, and the line above
// names it: "name": "telefono" above "value":, <th> above <td>, <key> above <string>.
func namedAbove(text []byte, i int, rule cueRule) bool {
	before := bytes.TrimRight(text[max(0, i-maxHolder):i], " \t\"'`\\")
	if len(before) == 0 || !rule.inLine || rule.words == quantityCues {
		return false
	}
	last := len(before) - 1
	sign := before[last]
	if sign != '>' && sign != ':' && sign != '=' || !isHolder(before[:last], sign) {
		return false
	}
	line := bytes.LastIndexByte(before, '\n')
	if line < 0 {
		return false
	}
	end := i - len(text[max(0, i-maxHolder):i]) + line
	return namedIn(text, end, sign == ':', rule)
}

// isHolder says whether what stands before a sign is the name of something that holds
// values of any kind: the field "value", a tag of HTML, of property lists and resources.
func isHolder(before []byte, sign byte) bool {
	if sign != '>' {
		before = bytes.TrimRight(before, " \"'\\")
		return equalsAny(before[wordStart(before):], "value", "valor", "val", "number")
	}
	tag := before[bytes.LastIndexByte(before, '<')+1:]
	if len(tag) == len(before) {
		return false
	}
	end := bytes.IndexAny(tag, " \t\r\n")
	if end < 0 {
		end = len(tag)
	}
	return equalsAny(tag[:end], "td", "dd", "span", "div", "p", "b", "strong", "value", "string", "integer")
}

// equalsAny says whether a word is one of those, whatever its case.
func equalsAny(word []byte, words ...string) bool {
	for _, w := range words {
		if len(w) == len(word) && bytes.EqualFold(word, []byte(w)) {
			return true
		}
	}
	return false
}

// wordStart returns where the letters at the end of b begin.
func wordStart(b []byte) int {
	i := len(b)
	for i > 0 && isLetter(b[i-1]) {
		i--
	}
	return i
}

// namedIn says whether the line that ends at end has a cue, within reach. In a field it is
// the value that names: "phone": "x" above "value": names nothing.
func namedIn(text []byte, end int, field bool, rule cueRule) bool {
	from := max(0, end-rule.reach)
	from += bytes.LastIndexByte(text[from:end], '\n') + 1
	if field {
		colon := bytes.IndexByte(text[from:end], ':')
		if colon < 0 {
			return false
		}
		from += colon
	}
	return cueWithin(text[:end], wholeWord(text, from, end), rule.words)
}
