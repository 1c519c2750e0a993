// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// lists says what a list of values is a list of, by the cue before its first one. It
// also reads a cue on the line above, if that line opens something: "Tel.:", "phones": [.
// It is asked from left to right, and keeps its last answers, so that a list is read once.
type lists struct {
	last  [cueSets]listAnswer
	asked bool
}

// listAnswer is what was answered for the value at a place, and one more; 0 for none.
type listAnswer struct {
	at int
	is bool
}

// cued says whether the value at i goes on a list whose first value has its cue, or
// stands below the line with its cue.
func (l *lists) cued(text []byte, i int, rule cueRule) bool {
	if i == 0 || !rule.inLine || rule.words == quantityCues || !isListByte(text[i-1]) {
		return false
	}
	before := beforeDividers(text, i)
	if before == 0 || !isCover(text[before-1]) && bytes.IndexByte(text[before:i], '\n') < 0 {
		return false // it is no list, or the first in its line
	}
	last := l.last[rule.words]
	head := listHead(text, i, last.at-1)
	is := false
	switch {
	case head < 0:
	case head == last.at-1:
		is = last.is
	default:
		is = cueBefore(text, head, rule)
	}
	l.asked = true
	l.last[rule.words] = listAnswer{i + 1, is}
	return is
}

// listHead goes back from the value at i over values that are covered and what divides
// them, and returns where the text ends that is before all of them, or known if it comes
// there. It is -1 if a line ends before them that opens nothing.
func listHead(text []byte, i, known int) int {
	for at := i; ; {
		before := beforeDividers(text, at)
		if before == 0 || !isCover(text[before-1]) {
			if bytes.IndexByte(text[before:at], '\n') >= 0 && !opensList(text, before, at) {
				return -1
			}
			return before
		}
		if bytes.Count(text[before:at], []byte("\n")) > maxListGap {
			return -1
		}
		for at = before; at > 0 && isCover(text[at-1]) && at != known; {
			at--
		}
		if at == known {
			return at
		}
	}
}

// maxListGap is how many line ends may stand before a value of a list.
const maxListGap = 2

// beforeDividers goes back from i over what may stand between the values of a list.
func beforeDividers(text []byte, i int) int {
	for i > 0 && isListByte(text[i-1]) {
		i--
	}
	return i
}

// isListByte says whether c may stand between the values of a list, or before its first.
func isListByte(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', ';', '|', '/', '-', '*', '"', '\'', '`', '\\', '(', '[', '{', '>':
		return true
	}
	return false
}

// opensList says whether text[before:at], in which lines end, or the sign before it opens
// a list or a block: a bracket, a colon, a tag of XML that closes none.
func opensList(text []byte, before, at int) bool {
	gap := text[before:at]
	if bytes.Count(gap, []byte("\n")) > maxListGap {
		return false
	}
	gap = gap[:bytes.IndexByte(gap, '\n')]
	if bytes.IndexByte(gap, '>') >= 0 && before > 0 && text[before-1] != ':' {
		open := bytes.LastIndexByte(text[max(0, before-maxCue):before], '<')
		return open >= 0 && text[max(0, before-maxCue)+open+1] != '/'
	}
	return bytes.ContainsAny(gap, "([{") || before > 0 && (text[before-1] == ':' || text[before-1] == '=') || isFormName(text[:before])
}

// isFormName says whether a text ends with the name of a field of a form, whose value
// stands below (RFC 7578).
func isFormName(before []byte) bool {
	const head, longest = "Content-Disposition:", 128
	line := before[max(0, len(before)-longest):]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	return len(line) > len(head) && bytes.EqualFold(line[:len(head)], []byte(head))
}
