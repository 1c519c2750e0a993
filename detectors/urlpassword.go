// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// maxUserinfo bounds the walk over the authority of a URL, in bytes.
const maxUserinfo = 128

// appendURLPasswords finds the password in each "scheme://user:password@host"
// (RFC 3986, section 3.2.1). The "@" stand at ats, unless they are covered.
func appendURLPasswords(dst []core.Finding, text []byte, ats []int) []core.Finding {
	for _, at := range ats {
		if text[at] != '@' || atFollows(text, at) || isReservedHost(text[at+1:]) {
			continue
		}
		start := urlPassword(text, at, false)
		if start < 0 {
			continue
		}
		if password := text[start:at]; !isWeakPassword(password) && !isTemplate(password) {
			dst = append(dst, credentialFinding(text, start, at, core.ByContext))
		}
	}
	return dst
}

// urlPassword returns the beginning of the password that ends at the "@" at, or
// -1 if none stands there; also if a part of it is covered, unless that does not matter. It
// is what stands between the first ":" and the last "@"
// of an authority: people write signs in it that RFC 3986 has percent-encoded.
func urlPassword(text []byte, at int, covered bool) int {
	start, quoted := -1, false
	for i := at; i > 0 && at-i < maxUserinfo; i-- {
		c := text[i-1]
		if isAddressByte(c, &localPart) {
			continue // as most
		}
		switch {
		case c == '/':
			if start < 0 || i < 3 || text[i-2] != '/' || text[i-3] != ':' ||
				followsPort(text[start:at]) || quoted && opensQuote(text, i-3) {
				return -1
			}
			return start
		case c == ':':
			start = i
		case c == '\'':
			quoted = true
		case endsAuthority(text, i-1):
			return -1
		case isMark(c) && start < 0 && !covered:
			return -1
		}
	}
	return -1
}

// followsPort says whether b is a port and what stands behind a host: a query, the
// next of a list.
func followsPort(b []byte) bool {
	const maxPort = 5
	n := digitsEnd(b, 0)
	return 0 < n && n <= maxPort && n < len(b) && bytes.IndexByte([]byte("?#,;&|)]}'"), b[n]) >= 0
}

// opensQuote says whether an apostrophe stands before the scheme that ends at end.
func opensQuote(text []byte, end int) bool {
	for i := end; i > 0 && end-i < maxUserinfo; i-- {
		if c := text[i-1]; !isLetter(c) && !isDigit(c) && !isMark(c) && c != '+' && c != '-' && c != '.' {
			return c == '\''
		}
	}
	return false
}

// atFollows says whether another "@" stands in the authority after at.
func atFollows(text []byte, at int) bool {
	for i := at + 1; i < len(text) && i-at < maxUserinfo; i++ {
		c := text[i]
		if isAddressByte(c, &localPart) {
			continue
		}
		switch {
		case c == '@':
			return true
		case c == '/' || endsAuthority(text, i):
			return false
		}
	}
	return false
}

// endsAuthority says whether the character at i is none of a user's name or
// password: a blank, also an escaped one, a quotation mark or an angle bracket.
func endsAuthority(text []byte, i int) bool {
	switch text[i] {
	case ' ', '\t', '\r', '\n', '"', '<', '>', '`':
		return true
	case '\\':
		return i+1 == len(text) || bytes.IndexByte([]byte("nrt\"'\\/"), text[i+1]) >= 0
	case '\'': // closes a quotation
		return i+1 == len(text) || bytes.IndexByte([]byte(" \t\r\n,;:)]}"), text[i+1]) >= 0
	}
	return false
}

// isReservedHost says whether a name of RFC 2606 begins here: example.com.
func isReservedHost(b []byte) bool {
	return begins(b, "example.") || begins(b, "www.example.")
}

// isTemplate says whether a program fills b in: a variable, a format, a pattern.
func isTemplate(b []byte) bool {
	if bytes.ContainsAny(b, "{}<>") || b[0] == '$' || bytes.Contains(b, []byte("...")) {
		return true
	}
	if i := bytes.IndexAny(b, "()[]|,"); i >= 0 && !isMixed(b[:i]) { // [user:password@]host
		return true
	}
	for i, c := range b {
		if c == '%' && (i+2 >= len(b) || !hexadecimal.has(b[i+1]) || !hexadecimal.has(b[i+2])) {
			return true
		}
	}
	return false
}
