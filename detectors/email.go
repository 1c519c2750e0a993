// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/veil-guard/veil/core"
)

// appendEmails finds an address round each "@". Reserved addresses (see
// isReservedAddress) are nobody's and are left out.
func appendEmails(dst []core.Finding, text []byte) []core.Finding {
	for i := 0; ; {
		k := bytes.IndexByte(text[i:], '@')
		if k < 0 {
			return dst
		}
		at := i + k
		i = at + 1
		start, end := localStart(text, at), domainEnd(text, at+1)
		if start == at || end == at+1 {
			continue
		}
		local, domain := foldAddress(text[start:at]), asciiDomain(foldAddress(text[at+1:end]))
		if isReservedAddress(local, domain) {
			continue
		}
		dst = append(dst, core.Finding{
			Kind: core.Email, Start: start, End: end, Value: local + "@" + domain,
			Confidence: core.Certain, Basis: core.ByContext,
		})
	}
}

// localStart walks back over a local part. Of the characters that RFC 5322
// allows it takes those which are not delimiters in code.
func localStart(text []byte, at int) int {
	start := at
	for start > 0 && isAddressByte(text[start-1], "._+-") {
		start--
	}
	start = min(at, escapeEnd(text, start))
	start = afterSigns(text, start, at)
	for start < at && (text[start] == '.' || text[start] == '-' || text[start] == '+' || isContinuation(text[start])) {
		start++
	}
	if start < at && text[at-1] == '.' {
		return at
	}
	return start
}

// afterSigns returns the beginning of what follows the last sign in text[start:at]
// that is neither a letter nor a digit, outside ASCII: a quotation mark, a blank
// without width.
func afterSigns(text []byte, start, at int) int {
	for i := start; i < at; {
		r, n := decodeRune(text[:at], i)
		i += n
		if r >= utf8.RuneSelf && !unicode.In(r, unicode.L, unicode.M, unicode.N) {
			start = i
		}
	}
	return start
}

// The bounds of a domain and of one label, in characters (RFC 1035, section
// 2.3.4). What is longer in Unicode is longer in A-labels too.
const (
	maxDomain = 253
	maxLabel  = 63
)

// domainBytes returns the bytes at i that may be a domain: as many labels as the
// bounds allow.
func domainBytes(text []byte, i int) []byte {
	end, dot, label, count := i, i, 0, 0
	for width := 1; end < len(text) && isAddressByte(text[end], ".-"); end += width {
		var r rune
		if r, width = decodeRune(text, end); r >= utf8.RuneSelf && !unicode.In(r, unicode.L, unicode.M, unicode.N) {
			break
		}
		label++
		count++
		if text[end] == '.' {
			dot, label = end, 0
		}
		if label > maxLabel || count > maxDomain || end-i >= utf8.UTFMax*maxDomain {
			return text[i:dot]
		}
	}
	return text[i:end]
}

// domainEnd returns the end of the longest domain at i, or i if none stands
// there. A text may go on without a blank: "ana@clinica.es.Nota 2",
// "ana@clinica.es2024".
func domainEnd(text []byte, i int) int {
	domain, _, _ := bytes.Cut(domainBytes(text, i), []byte(".."))
	for {
		domain = bytes.TrimRight(domain, ".-")
		dot := bytes.LastIndexByte(domain, '.')
		if dot <= 0 {
			return i
		}
		if isTopLevel(domain[dot+1:]) {
			break
		}
		if n := leadingLetters(domain[dot+1:]); n > 0 && leadingLetters(domain) > 0 {
			domain = domain[:dot+1+n]
			continue
		}
		domain = domain[:max(dot, bytes.LastIndexByte(domain, '-'))]
	}
	if !isDomain(domain) {
		return i
	}
	return i + len(domain)
}

func isAddressByte(c byte, others string) bool {
	return isLetter(c) || isDigit(c) || c >= utf8.RuneSelf && !isMark(c) || strings.IndexByte(others, c) >= 0
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }

// isDomain says whether d is labels with dots between, the last of letters or
// in A-label form.
func isDomain(d []byte) bool {
	dot := bytes.LastIndexByte(d, '.')
	if dot <= 0 || !isTopLevel(d[dot+1:]) {
		return false
	}
	for label := range bytes.SplitSeq(d, []byte(".")) {
		if len(label) == 0 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return true
}

// isTopLevel says whether a label can be the last of a domain.
func isTopLevel(label []byte) bool {
	if len(label) > 4 && bytes.EqualFold(label[:4], []byte("xn--")) {
		return true
	}
	letters := 0
	for i := 0; i < len(label); letters++ {
		_, width := foldAt(label, i)
		if width == 0 {
			return false
		}
		i += width
	}
	return letters >= 2
}

// leadingLetters returns the length of the letters at the beginning of a label
// that is no top level as a whole, or 0 if they are none either.
func leadingLetters(label []byte) int {
	n := 0
	for n < len(label) {
		_, width := foldAt(label, n)
		if width == 0 {
			break
		}
		n += width
	}
	if !isTopLevel(label[:n]) {
		return 0
	}
	return n
}

// foldAddress is NFC in lower case, from UTF-8 or from Windows-1252.
func foldAddress(b []byte) string {
	if !utf8.Valid(b) {
		var text []byte
		for i := 0; i < len(b); {
			r, width := decodeRune(b, i)
			text = utf8.AppendRune(text, r)
			i += width
		}
		b = text
	}
	return strings.ToLower(norm.NFC.String(string(b)))
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

// isReservedAddress says whether an address belongs to nobody: the names that
// RFC 2606 and RFC 6761 reserve, the user of Git over SSH, senders that read no
// answer, and files like icon@2x.png.
func isReservedAddress(local, domain string) bool {
	switch local {
	case "git", "noreply", "no-reply", "donotreply", "do-not-reply":
		return true
	}
	top := domain[strings.LastIndexByte(domain, '.')+1:]
	switch top {
	case "example", "test", "invalid", "localhost":
		return true
	case "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "css", "js", "json", "tgz":
		return true
	case "com", "net", "org":
		second := strings.TrimSuffix(domain, "."+top)
		return second == "example" || strings.HasSuffix(second, ".example")
	}
	return false
}
