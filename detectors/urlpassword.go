// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// maxUserinfo bounds the walk over the authority of a URL, in bytes.
const maxUserinfo = 128

// maxSigns is how many "@" a password may have.
const maxSigns = 1

// appendURLPasswords finds the password in each "scheme://user:password@host"
// (RFC 3986, section 3.2.1).
func appendURLPasswords(dst []core.Finding, text []byte) []core.Finding {
	for i := 0; ; {
		k := bytes.IndexByte(text[i:], '@')
		if k < 0 {
			return dst
		}
		at := i + k
		i = at + 1
		start := urlPassword(text, at)
		if start < 0 || atFollows(text, at) || isReservedHost(text[at+1:]) {
			continue
		}
		if password := text[start:at]; !isWeakPassword(password) && !isTemplate(password) {
			dst = append(dst, credentialFinding(text, start, at, core.ByContext))
		}
	}
}

// urlPassword returns the beginning of the password that ends at the "@" at, or
// -1 if none stands there.
func urlPassword(text []byte, at int) int {
	start, more := -1, 0
	for i := at; i > 0 && at-i < maxUserinfo; i-- {
		switch c := text[i-1]; {
		case c == '/':
			if i < 3 || text[i-2] != '/' || text[i-3] != ':' {
				return -1
			}
			return start
		case c == ':':
			start = i
		case c == '@' && more == maxSigns:
			return -1
		case c == '@':
			more++
		case endsAuthority(c):
			return -1
		case isMark(c) && start < 0:
			return -1
		}
	}
	return -1
}

// atFollows says whether another "@" stands in the authority after at.
func atFollows(text []byte, at int) bool {
	for i := at + 1; i < len(text) && i-at < maxUserinfo; i++ {
		switch c := text[i]; {
		case c == '@':
			return true
		case c == '/' || endsAuthority(c):
			return false
		}
	}
	return false
}

func endsAuthority(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', '"', '\'', '<', '>', '`', '\\', '?', '#':
		return true
	}
	return false
}

// isReservedHost says whether a name of RFC 2606 begins here: example.com.
func isReservedHost(b []byte) bool {
	return begins(b, "example.") || begins(b, "www.example.")
}

// isTemplate says whether a program fills b in: a variable, a format, a pattern.
func isTemplate(b []byte) bool {
	if bytes.ContainsAny(b, "{}<>()[]|,") || b[0] == '$' || bytes.Contains(b, []byte("...")) {
		return true
	}
	for i, c := range b {
		if c == '%' && (i+2 >= len(b) || !hexadecimal.has(b[i+1]) || !hexadecimal.has(b[i+2])) {
			return true
		}
	}
	return false
}
