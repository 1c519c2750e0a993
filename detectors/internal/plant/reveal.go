// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Reveals says whether a value can still be read in text: in clear, with other
// separators, in other digits or look-alike letters, or behind the escapes of
// [Disguises]. It does not look into encoded runs.
func Reveals(text []byte, v Value) bool {
	skeleton := bones(unescaped(string(text)))
	for _, s := range []string{v.Spelling, v.Canonical} {
		s = strings.TrimPrefix(strings.TrimPrefix(s, "tel:"), "+34")
		if strings.Contains(skeleton, strings.TrimLeft(bones(s), "0")) {
			return true
		}
	}
	return false
}

// The escapes of source code, JSON and quoted-printable.
var (
	unicodeEscape = regexp.MustCompile(`\\+u([0-9a-fA-F]{4})`)
	byteEscape    = regexp.MustCompile(`(?:\\+x|=)([0-9a-fA-F]{2})`)
	terminal      = regexp.MustCompile(`(?:\x1b|\\+u001b|\\+x1b)\[[0-9;]*[a-zA-Z]`)
)

// unescaped undoes every escape at once.
func unescaped(s string) string {
	s = terminal.ReplaceAllString(html.UnescapeString(s), "")
	s = unicodeEscape.ReplaceAllStringFunc(s, func(e string) string {
		r, _ := strconv.ParseUint(e[len(e)-4:], 16, 32)
		return string(rune(r))
	})
	s = byteEscape.ReplaceAllStringFunc(s, func(e string) string {
		c, _ := strconv.ParseUint(e[len(e)-2:], 16, 8)
		return string([]byte{byte(c)})
	})
	if u, err := url.PathUnescape(s); err == nil {
		s = u
	}
	return s
}

// bones are the letters and digits of a text, folded, without anything between.
func bones(s string) string {
	others := []rune(alike)
	return strings.Map(func(r rune) rune {
		for i, o := range others {
			if o == r {
				r = rune(latin[i])
			}
		}
		switch {
		case r > 0x7F && unicode.IsDigit(r):
			zero := r
			for unicode.IsDigit(zero-1) && r-zero < 9 {
				zero--
			}
			return '0' + r - zero
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, Fold(norm.NFKC.String(s)))
}
