// SPDX-License-Identifier: Apache-2.0

package detectors

// María before another name is mostly written Mª or M.ª. All three are the same word, in a
// catalogue and in a text.
var (
	mariaHash      = hashBytes(hashSeed, []byte("maria"))
	shortMariaHash = hashRune(hashRune(hashSeed, 'm'), 'ª')
	initialHash    = hashRune(hashSeed, 'm')
	mariaPrefix    = packed("m")
)

// packed is a word of small letters as [namePrefix] has it.
func packed(word string) uint64 {
	prefix, _ := namePrefix([]byte(word), 0, len(word))
	return prefix
}

// readNameWord is readWord for names.
func readNameWord(text []byte, i int, s split) word {
	w := readWord(text, i, s)
	switch w.hash {
	case shortMariaHash:
		w.hash = mariaHash
	case initialHash:
		if end := ordinalEnd(text, w.end); end > 0 {
			w.hash, w.end = mariaHash, end
		}
	}
	return w
}

// ordinalEnd returns the end of ".ª" at i, in UTF-8 or Windows-1252, or 0.
func ordinalEnd(text []byte, i int) int {
	dot := invisibleEnd(text, i)
	if dot == len(text) || text[dot] != '.' {
		return 0
	}
	at := invisibleEnd(text, dot+1)
	if r, width := decodeRune(text, min(at, len(text)-1)); at < len(text) && r == 'ª' {
		return at + width
	}
	return 0
}
