// SPDX-License-Identifier: Apache-2.0

package detectors

import "bytes"

// tokenHead is how the header of a signed token (JWT, RFC 7519) begins: the
// base64 of `{"`.
const tokenHead = "eyJ"

// signedTokenAround widens a part of a signed token to the whole: header,
// payload and signature, with dots between. Any other range stays.
func signedTokenAround(text []byte, start, end int) (int, int) {
	first, last, head := start, end, -1
	for {
		if bytes.HasPrefix(text[first:], []byte(tokenHead)) {
			head = first
		}
		if first < 2 || text[first-1] != '.' {
			break
		}
		at := first - 1
		for at > 0 && isSextet(text[at-1]) {
			at--
		}
		if at = min(escapeEnd(text, at), first-1); at == first-1 {
			break
		}
		first = at
	}
	for last+1 < len(text) && text[last] == '.' && isSextet(text[last+1]) {
		last = sextetsEnd(text, last+1)
	}
	for last > end && last < len(text) && isMark(text[last]) && isSign(text[last-1]) {
		last-- // it divides the token from what is covered
	}
	if head < 0 {
		return start, end
	}
	return head, last
}

// isKept says whether the run at i is the value of a key whose values must come
// back to the model's provider as they are: the signature of its thinking, or
// what it sent encrypted.
func isKept(text []byte, i int) bool {
	i = skipBack(text, i, "\"'`\\ ")
	if i == 0 || text[i-1] != ':' && text[i-1] != '=' {
		return false
	}
	end := skipBack(text, i-1, "\"'`\\ ")
	start := end
	for start > 0 && end-start < maxCue && (isLetter(text[start-1]) || text[start-1] == '_') {
		start--
	}
	key := bytes.ToLower(text[start:end])
	return bytes.HasSuffix(key, []byte("signature")) || bytes.Contains(key, []byte("encrypted")) ||
		string(key) == "data" && bytes.Contains(text[max(0, start-maxCue-maxIndent):start], []byte("redacted_thinking"))
}

// skipBack goes back over at most maxIndent bytes that are among the given ones.
func skipBack(text []byte, i int, among string) int {
	for n := 0; n < maxIndent && i > 0 && bytes.IndexByte([]byte(among), text[i-1]) >= 0; n++ {
		i--
	}
	return i
}
