// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"unicode/utf8"
)

// cueRule says which words before a value count as its cue.
type cueRule struct {
	reach  int  // how far before the value, in bytes
	inLine bool // only on the value's own line
	words  cueWords
}

// maxCue is longer than any cue; longer words are none.
const maxCue = 24

// cueBefore says whether a whole word before i is a cue. A change of case, a
// digit and an underscore end a word, and the letters of "D.N.I." are one. What
// is covered counts as one byte, however long it is, so that the answer is the
// same for a value and for its token.
func cueBefore(text []byte, i int, rule cueRule) bool {
	from := wholeWord(text, windowStart(text, i, rule), i)
	return cueWithin(text[:i], from, rule.words)
}

// wholeWord returns the first place from the given one on, up to end, that is not within
// a word.
func wholeWord(text []byte, from, end int) int {
	cut := func() bool { return from < end && from > 0 && wordEndsAt(text, from) && wordBeginsAt(text, from) }
	if near := text[max(0, from-maxEscape):end]; cut() && bytes.IndexByte(near, '\\') < 0 && bytes.IndexByte(near, '[') < 0 {
		from = smallEnd(text[:end], from) // no escape sequence ends within these letters
	}
	for cut() {
		_, width := decodeRune(text, from)
		from += width
	}
	return from
}

// smallEnd returns the end of the small letters of western languages at i.
func smallEnd(text []byte, i int) int {
	for i < len(text) {
		switch {
		case isLower(text[i]):
			i++
		case smallLatin(text, i) != 0:
			i += 2
		default:
			return i
		}
	}
	return i
}

// cueWithin says whether a whole word of window[from:] is a cue.
func cueWithin(window []byte, from int, words cueWords) bool {
	var room [2][maxCue + utf8.UTFMax]byte
	folded, acronym := room[0][:0], room[1][:0]
	for at := nextWord(window, from); at < len(window); {
		var end int
		folded, end = readCueWord(folded[:0], window, at)
		var next byte
		if end < len(window) {
			next = window[end]
		}
		if len(acronym) > 0 || len(folded) == 1 {
			acronym = append(acronym, folded...)
		}
		if words.has(folded, next) || len(acronym) > len(folded) && words.has(acronym, next) || isLetter(next) && words.hasRun(window, at) {
			return true
		}
		if len(folded) != 1 || next != '.' {
			acronym = acronym[:0]
		}
		at = nextWord(window, afterWord(window, at, end))
	}
	return false
}

// readCueWord appends the word at i to dst, folded, and returns its end. Most words are
// small letters behind which stands a sign.
func readCueWord(dst, window []byte, i int) (folded []byte, end int) {
	end = i
	for end < len(window) && end-i < maxCue && (isLower(window[end]) || end == i && isLetter(window[i])) {
		dst = append(dst, window[end]|0x20)
		end++
	}
	if end > i && (end == len(window) || window[end] < utf8.RuneSelf && !isLetter(window[end])) {
		return dst, end
	}
	end = readWord(window, i, byCase).end
	return appendFolded(dst[:0], window[i:end], maxCue), end
}

// hasRun says whether all the letters at i are one of the words, whatever their
// case: "DNIs".
func (c cueWords) hasRun(window []byte, i int) bool {
	var folded [maxCue + utf8.UTFMax]byte
	end := readWord(window, i, byRun).end
	return end-i < maxCue && c.has(appendFolded(folded[:0], window[i:end], maxCue), 0)
}

// windowStart walks back over what the rule allows.
func windowStart(text []byte, i int, rule cueRule) int {
	for left := rule.reach; i > 0 && left > 0; left-- {
		c := text[i-1]
		if c == '\n' && rule.inLine {
			break
		}
		i--
		for isMark(c) && i > 0 && isMark(text[i-1]) {
			i--
		}
	}
	return i
}

// labelEndsAt says whether the letters right before i are one of the words. A
// change of case begins a word: "clienteDni12345678Z".
func labelEndsAt(text []byte, i int, words cueWords) bool {
	from := i
	for from > 0 && i-from < maxCue && isLabelLetter(text[from-1]) {
		from--
	}
	var folded [maxCue + utf8.UTFMax]byte
	window := text[:i]
	for at := nextWord(window, from); at < i; {
		w := readWord(window, at, byCase)
		if w.end == i {
			return words.has(appendFolded(folded[:0], window[at:i], maxCue), 0)
		}
		at = nextWord(window, afterWord(window, at, w.end))
	}
	return false
}

func isPhoneWord(word []byte, _ byte) bool {
	switch string(bytes.TrimSuffix(word, []byte("s"))) {
	case "tel", "telf", "tlf", "tlfn", "tfn", "tfno", "telefono", "telefonico", "movil",
		"phone", "telephone", "phonenumber", "mobile", "fax", "whatsapp",
		"contacto", "llamar", "llama", "llame", "llamame", "llamada":
		return true
	}
	return false
}

func isNameCue(word []byte, next byte) bool {
	switch string(word) {
	case "sr", "sra", "srta", "dna", "don", "dona", "dr", "dra", "senor", "senora", "senorita",
		"cliente", "clienta", "paciente", "titular", "nombre", "apellido", "apellidos", "contacto",
		"mr", "mrs", "ms", "client", "customer", "patient", "name":
		return true
	case "d":
		return next == '.'
	}
	return false
}
