// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"encoding/base64"

	"github.com/veil-guard/veil/core"
)

// cuedCredential reads the credential of which the run that begins at i is a part,
// if what stands right before the run says what it is.
func cuedCredential(text []byte, i int) (core.Finding, bool) {
	if i == 0 || letterEndsAt(text, i) {
		return core.Finding{}, false
	}
	switch text[i-1] {
	case '.':
		if f, ok := sendGridKey(text, i); ok {
			return f, true
		}
		return headerCredential(text, firstPart(text, i))
	case ':':
		if f, ok := telegramToken(text, i); ok {
			return f, true
		}
	case ' ':
		if f, ok := headerCredential(text, i); ok {
			return f, true
		}
	case '\n', 'n':
		return puttyKey(text, i)
	}
	return cloudKey(text, i)
}

// sendGridKey is SG, 22 and 43 characters with dots between (SendGrid, "API
// keys"); i is the beginning of the second part.
func sendGridKey(text []byte, i int) (core.Finding, bool) {
	start := i - len("SG.")
	if start < 0 || !begins(text[start:], "SG.") || letterEndsAt(text, start) {
		return core.Finding{}, false
	}
	dot, end := i+22, i+22+1+43
	if end > len(text) || bodyEnd(text[:end], i, base64URL) != dot || text[dot] != '.' ||
		!isBody(text, dot+1, end) || isPlaceholder(text[i:end]) {
		return core.Finding{}, false
	}
	return credentialFinding(text, start, end, core.ByContext), true
}

// isBody says whether text[start:end] is base64url and nothing of it follows.
func isBody(text []byte, start, end int) bool {
	return end <= len(text) && bodyEnd(text[:end], start, base64URL) == end && !goesOn(text, end) &&
		(end == len(text) || !base64URL.has(text[end]))
}

// telegramToken is the bot's number, a colon and 35 characters (Telegram Bot API,
// "Authorizing your bot"), of which the first are AA; i is their beginning. In the
// path of a request "bot" stands before it.
func telegramToken(text []byte, i int) (core.Finding, bool) {
	start, end := i-1, i+35
	for start > 0 && i-start <= 11 && isDigit(text[start-1]) {
		start--
	}
	if n := i - 1 - start; n < 8 || n > 10 || !begins(text[i:], "AA") || !isBody(text, i, end) {
		return core.Finding{}, false
	}
	if isPlaceholder(text[i:end]) || !isMixed(text[i:end]) {
		return core.Finding{}, false
	}
	if letterEndsAt(text, start) && !bytes.HasSuffix(text[:start], []byte("/bot")) {
		return core.Finding{}, false
	}
	return credentialFinding(text, start, end, core.ByContext), true
}

// maxFirstPart bounds the first part of a bearer token, before a dot.
const maxFirstPart = 16

// firstPart returns the beginning of the short first part of a bearer token, of
// which the second part begins at i.
func firstPart(text []byte, i int) int {
	start := i
	for start > 0 && i-start < maxFirstPart && bearer.has(text[start-1]) {
		start--
	}
	return start
}

// headerCredential is what follows "Basic " (RFC 7617) or "Bearer " (RFC 6750).
func headerCredential(text []byte, i int) (core.Finding, bool) {
	end, ok := i, false
	switch {
	case endsFold(text[:i], "basic "):
		end = bodyEnd(text, i, base64Text)
		ok = end-i <= maxBasic && isBasicCredential(text[i:end])
	case endsFold(text[:i], "bearer "):
		end = bodyEnd(text, i, bearer)
		end = paddingEnd(text, i+len(bytes.TrimRight(text[i:end], ".~")))
		ok = looksRandom(text[i:end])
	}
	if !ok || goesOn(text, end) || wordBeginsAt(text, end) || inDomain(text, i-len("basic ")) {
		return core.Finding{}, false
	}
	return credentialFinding(text, i, end, core.ByContext), true
}

// paddingEnd returns the end of the padding at i. With a word behind it, or what another
// value may begin with, it is none.
func paddingEnd(text []byte, i int) int {
	end := i
	for end < len(text) && end < i+maxPadding && text[end] == '=' {
		end++
	}
	if end < len(text) && (wordBeginsAt(text, end) || bytes.IndexByte([]byte("+-_(=&%"), text[end]) >= 0) {
		return i
	}
	return end
}

// inDomain says whether the domain of an e-mail address reaches beyond i: a word
// that is a part of another value is no cue.
func inDomain(text []byte, i int) bool {
	at := i
	for at > 0 && i-at < maxDomain && (text[at-1] == '.' || kebab.has(text[at-1])) {
		at--
	}
	return at > 0 && text[at-1] == '@' && domainEnd(text, at) > i
}

// maxBasic bounds a credential of the scheme Basic, in characters.
const maxBasic = 512

func endsFold(text []byte, suffix string) bool {
	n := len(text) - len(suffix)
	return n >= 0 && bytes.EqualFold(text[n:], []byte(suffix))
}

// isBasicCredential says whether b is a user and a password in base64.
func isBasicCredential(b []byte) bool {
	pair, err := base64.StdEncoding.DecodeString(string(b))
	if err != nil {
		return false
	}
	user, password, found := bytes.Cut(pair, []byte(":"))
	return found && len(user) > 0 && !isWeakPassword(password) && bytes.IndexFunc(pair, isControl) < 0
}

func isControl(r rune) bool { return r < ' ' || r == 0xFFFD || r == 0x7F }

// looksRandom says whether b is long and mixed as no word in code is.
func looksRandom(b []byte) bool {
	digits := 0
	for _, c := range b {
		if isDigit(c) {
			digits++
		}
	}
	return len(b) >= minCredentialRun && digits >= 2 && digits < len(b) && distinct(b) >= 8 && !isPlaceholder(b)
}

// cloudKey is a key that a name right before it assigns: the secret access key of
// AWS (IAM, "Manage access keys": 40 characters), the keys of Azure's connection
// strings (Azure Storage and Service Bus: 64 and 32 bytes in base64).
func cloudKey(text []byte, i int) (core.Finding, bool) {
	name := i
	for name > 0 && i-name < 8 && isAssignSign(text[name-1]) {
		name--
	}
	if name == i || name < 3 || text[name-1]|0x20 != 'y' || text[name-3]|0x20 != 'k' {
		return core.Finding{}, false
	}
	end := bodyEnd(text, i, base64Text)
	n := end - i
	start := -1
	switch {
	case n == 40:
		start = nameStart(text[:name], "secretaccesskey")
	case n == 88 && text[end-1] == '=':
		start = nameStart(text[:name], "accountkey")
	case n == 44 && text[end-1] == '=':
		start = nameStart(text[:name], "sharedaccesskey")
	}
	if start < 0 || inDomain(text, start) || inEncodedRun(text, start) || goesOn(text, end) || isPlaceholder(text[i:end]) || !isMixed(text[i:end]) {
		return core.Finding{}, false
	}
	return credentialFinding(text, i, end, core.ByContext), true
}

// isAssignSign says whether c may stand between a name and what is assigned to it.
func isAssignSign(c byte) bool {
	switch c {
	case ' ', '\t', '"', '\'', '\\', '=', ':', '>', '`':
		return true
	}
	return false
}

// inEncodedRun says whether what stands right before the name at i may be encoded
// data that goes on with it: it has capitals, small letters and digits, or as many
// digits as no name has, or it is longer than the beginning of a name.
func inEncodedRun(text []byte, i int) bool {
	from := i
	for from > 0 && i-from < wrapRun && (base64URL.has(text[from-1]) || text[from-1] == '+') {
		from--
	}
	var small, capital bool
	digits := 0
	for _, c := range text[from:i] {
		small = small || isLower(c)
		capital = capital || isLetter(c) && !isLower(c)
		if isDigit(c) {
			digits++
		}
	}
	return i-from == wrapRun || i-from >= minRun && (digits >= 8 || digits > 0 && small && capital)
}

// nameStart returns where the name begins that text ends with, or -1: in any case,
// with hyphens and underscores in it or not.
func nameStart(text []byte, name string) int {
	i := len(text)
	for k := len(name) - 1; k >= 0; k-- {
		if i > 0 && (text[i-1] == '_' || text[i-1] == '-') {
			i--
		}
		if i == 0 || text[i-1] != name[k] && (!isLetter(text[i-1]) || text[i-1]|0x20 != name[k]) {
			return -1
		}
		i--
	}
	return i
}
