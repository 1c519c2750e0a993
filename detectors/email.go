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

// appendEmails finds an address round each "@", which stand at ats unless they are
// covered. Those of nobody (see isNobodysAddress) and users at a server (see isLogin)
// are left out.
func appendEmails(dst []core.Finding, text []byte, ats []int) []core.Finding {
	for _, at := range ats {
		if text[at] != '@' || !mayBeAddress(text, at) {
			continue
		}
		start, end := localStart(text, at), domainEnd(text, at+1)
		if start == at || end == at+1 {
			continue
		}
		if followsVariable(text, start) || isLogin(text, start, at, end) {
			continue
		}
		head, headEnd := colouredHead(text, start)
		address := foldAddress(text[head:headEnd]) + foldAddress(text[start:end])
		local, domain, _ := strings.Cut(address, "@")
		if !isASCII(domain) {
			domain = asciiDomain(domain)
			address = local + "@" + domain
		}
		if isNobodysAddress(local, domain) || isForgePath(domain, text[end:]) {
			continue
		}
		f := core.Finding{
			Kind: core.Email, Start: head, End: end, Value: address,
			Confidence: core.Certain, Basis: core.ByContext,
		}
		if head < start {
			f.Plain = string(text[head:headEnd]) + string(text[start:end])
		}
		dst = append(dst, f)
	}
	return dst
}

// followsVariable says whether what begins at i is the name of a variable or a verb
// of a format: $TOKEN@github.com, %s@%s. An escape such as %20 is none.
func followsVariable(text []byte, i int) bool {
	if i == 0 {
		return false
	}
	return text[i-1] == '$' || text[i-1] == '%' && (i+1 >= len(text) || !isHex(text[i]) || !isHex(text[i+1]))
}

// mayBeAddress says whether letters or digits stand on both sides of the sign at
// i, as in an address; in code they mostly do not.
func mayBeAddress(text []byte, i int) bool {
	return i > 0 && isAddressByte(text[i-1], &localEnd) && i+1 < len(text) && isAddressByte(text[i+1], &anyPart)
}

// localStart walks back over a local part. Of the characters that RFC 5322
// allows it takes those which are not delimiters in code.
func localStart(text []byte, at int) int {
	start := at
	for start > 0 && isAddressByte(text[start-1], &localPart) {
		start--
	}
	start = min(at, escapeEnd(text, start))
	start = beforeApostrophe(text, start, at)
	start = afterSigns(text, start, at)
	start = afterLabel(text, start, at)
	for start < at && (text[start] == '.' || text[start] == '-' || text[start] == '+' || isContinuation(text[start])) {
		start++
	}
	return start
}

// beforeApostrophe returns where a local part begins that goes on before the
// apostrophe before start, between letters: o'brien@clinica.es. An article of Catalan
// (d'ana@...) and the prefix of a string in Python (b'ana@...') are no part of it,
// nor is what stands before a quotation.
func beforeApostrophe(text []byte, start, at int) int {
	if start < 2 || start == at || text[start-1] != '\'' ||
		!isAddressByte(text[start], &anyPart) || !isAddressByte(text[start-2], &anyPart) {
		return start
	}
	head := start - 1
	for head > 0 && start-head < maxDomain && isAddressByte(text[head-1], &localPart) {
		head--
	}
	open := head
	for open > 0 && start-open < maxDomain && (isMark(text[open-1]) || isAddressByte(text[open-1], &localPart)) {
		open--
	}
	if open > 0 && text[open-1] == '\'' || bytes.HasPrefix(text[domainEnd(text, at+1):], []byte("'")) {
		return start
	}
	switch strings.ToLower(string(text[head : start-1])) {
	case "b", "br", "f", "fr", "r", "rb", "rf", "u", "d", "l", "m", "n", "s", "t":
		return start
	}
	return head
}

// afterLabel returns the beginning of what follows a label that is glued to an
// address: "E-mail.ana@clinica.es".
func afterLabel(text []byte, start, at int) int {
	const label = "e-mail"
	end := start + len(label)
	if end < at && bytes.EqualFold(text[start:end], []byte(label)) && (text[end] == '.' || text[end] == '-') {
		return end
	}
	return start
}

// afterSigns returns the beginning of what follows the last sign in text[start:at]
// that is neither a letter nor a digit, outside ASCII: a quotation mark, a blank
// without width.
func afterSigns(text []byte, start, at int) int {
	for i := start; i < at; {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := decodeRune(text[:at], i)
		i += n
		if r >= utf8.RuneSelf && (!unicode.In(r, unicode.L, unicode.M, unicode.N) || unicode.Is(unicode.Variation_Selector, r)) {
			start = i
		}
	}
	return start
}

// addressPart is what may stand at a place of an address beside letters and digits, as
// a set of the codes 0 to 127.
type addressPart [2]uint64

var (
	anyPart    = partOf("")
	localPart  = partOf("._+-")
	localEnd   = partOf("_+-")
	domainPart = partOf(".-")
	userPart   = partOf("._~%+-!$*") // of a URL
)

func partOf(signs string) (p addressPart) {
	for c := range byte(utf8.RuneSelf) {
		if isLetter(c) || isDigit(c) || strings.IndexByte(signs, c) >= 0 {
			p[c>>6] |= 1 << (c & 63)
		}
	}
	return p
}

func isAddressByte(c byte, p *addressPart) bool {
	if c >= utf8.RuneSelf {
		return !isMark(c)
	}
	return p[c>>6]>>(c&63)&1 != 0
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }

// foldAddress is NFC in lower case, from UTF-8 or from Windows-1252.
func foldAddress(b []byte) string {
	var all byte
	capitals := false
	for _, c := range b {
		all |= c
		capitals = capitals || c-'A' <= 'Z'-'A'
	}
	if all < utf8.RuneSelf && !capitals {
		return string(b)
	}
	if all < utf8.RuneSelf {
		return strings.ToLower(string(b))
	}
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
