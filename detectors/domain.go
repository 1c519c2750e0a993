// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of a domain and of one label, in characters (RFC 1035, section
// 2.3.4). What is longer in Unicode is longer in A-labels too.
const (
	maxDomain = 253
	maxLabel  = 63
)

// domainBytes returns the bytes at i that may be a domain, up to where one of the
// bounds is passed.
func domainBytes(text []byte, i int) []byte {
	end, label, count := i, 0, 0
	for end < len(text) && isAddressByte(text[end], &domainPart) {
		width := 1
		if text[end] >= utf8.RuneSelf {
			var r rune
			if r, width = decodeRune(text, end); r >= utf8.RuneSelf && !unicode.In(r, unicode.L, unicode.M, unicode.N) {
				break
			}
		}
		label++
		count++
		if text[end] == '.' {
			label = 0
		}
		if label > maxLabel || count > maxDomain || end-i >= utf8.UTFMax*maxDomain {
			break
		}
		end += width
	}
	return text[i:end]
}

// domainEnd returns the end of the longest domain at i, or i if none stands
// there. A text may go on without a blank: "ana@clinica.es.Nota 2",
// "ana@clinica.es2024", "ana@clinica.esTel".
func domainEnd(text []byte, i int) int {
	domain, _, _ := bytes.Cut(domainBytes(text, i), []byte(".."))
	for {
		for len(domain) > 0 && (domain[len(domain)-1] == '.' || domain[len(domain)-1] == '-') {
			domain = domain[:len(domain)-1]
		}
		dot := bytes.LastIndexByte(domain, '.')
		if dot <= 0 {
			return i
		}
		if n := topLevelEnd(domain[dot+1:]); n > 0 && isDomain(domain[:dot+1+n]) {
			return i + dot + 1 + n
		}
		domain = domain[:dot]
	}
}

// firstAsian is where the scripts of East Asia begin in Unicode.
const firstAsian = 0x2E80

// topLevelEnd returns the length of the top-level domain that a label is or begins
// with, 0 for none. What follows it within the label must begin another word, or be
// of an Asian script: binary data reads like that.
func topLevelEnd(label []byte) int {
	if isTopLevel(label) {
		return len(label)
	}
	if len(label) == 0 || label[0] < utf8.RuneSelf && !isLetter(label[0]) {
		return 0
	}
	n := readWord(label, 0, byCase).end
	for i := 0; i < n; {
		r, width := decodeRune(label, i)
		if r >= firstAsian {
			n = i
		}
		i += width
	}
	if n == len("xn") && bytes.HasPrefix(label[n:], []byte("--")) {
		for n++; n < len(label) && (isLower(label[n]) || isDigit(label[n]) || label[n] == '-'); n++ {
		}
	}
	if n == len(label) || !isTopLevel(label[:n]) {
		return 0
	}
	return n
}

// isTopLevel looks a label up in the list of top-level domains.
func isTopLevel(label []byte) bool {
	var buffer [maxLabel]byte
	name := buffer[:0]
	for _, c := range label {
		switch {
		case c >= utf8.RuneSelf:
			return len(label) <= maxLabel && isListed([]byte(asciiDomain(foldAddress(label))))
		case len(name) == cap(name):
			return false
		case isLetter(c):
			name = append(name, c|0x20)
		default:
			name = append(name, c)
		}
	}
	return isListed(name)
}

// countries has for each first letter the second ones of the names of two letters.
var countries = func() (set [26]uint32) {
	for list := topLevelsOf(2); len(list) > 0; list = list[2:] {
		set[list[0]-'a'] |= 1 << (list[1] - 'a')
	}
	return set
}()

// isListed searches the list of the names that are as long as this one.
func isListed(name []byte) bool {
	if len(name) == 2 && isLower(name[0]) && isLower(name[1]) {
		return countries[name[0]-'a']>>(name[1]-'a')&1 != 0
	}
	list := topLevelsOf(len(name))
	low, high := 0, 0
	if len(name) > 0 {
		high = len(list) / len(name)
	}
	for low < high {
		mid := (low + high) / 2
		entry := list[mid*len(name) : (mid+1)*len(name)]
		k := 0
		for k < len(name)-1 && entry[k] == name[k] {
			k++
		}
		switch {
		case entry[k] == name[k]:
			return true
		case entry[k] < name[k]:
			low = mid + 1
		default:
			high = mid
		}
	}
	return false
}

// isDomain says whether d is labels with dots between, and the last of letters or
// in A-label form.
func isDomain(d []byte) bool {
	dot := bytes.LastIndexByte(d, '.')
	if dot <= 0 {
		return false
	}
	before := byte('.')
	for _, c := range d {
		if before == '.' && (c == '.' || c == '-') || before == '-' && c == '.' {
			return false
		}
		before = c
	}
	if before == '.' || before == '-' {
		return false
	}
	top := d[dot+1:]
	return len(top) > len("xn--") && bytes.EqualFold(top[:4], []byte("xn--")) || len(top) > 1 && isLettersOnly(top)
}

func isLettersOnly(label []byte) bool {
	for i := 0; i < len(label); {
		_, width := foldAt(label, i)
		if width == 0 {
			return false
		}
		i += width
	}
	return true
}

// asciiDomain returns the domain in A-labels (RFC 5890).
func asciiDomain(domain string) string {
	if isASCII(domain) {
		return domain
	}
	labels := strings.Split(domain, ".")
	for i, label := range labels {
		if !isASCII(label) {
			labels[i] = "xn--" + punycode(label)
		}
	}
	return strings.Join(labels, ".")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
