// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"strings"

	"github.com/veil-guard/veil/core"
)

// The bounds of a private key in text form (RFC 7468), in characters: of a line of
// it, since lines have 64 to 76 characters but for the last; of a whole one, since
// the smallest (Ed25519, PKCS #8) has 64; of its label.
const (
	minKeyLine  = 40
	minKeyBody  = 48
	maxKeyLabel = 16
)

// The label of a private key begins with the one and ends with the other, or goes on
// with BLOCK.
const (
	keyBegin   = "-----BEGIN "
	privateKey = "PRIVATE KEY"
)

// appendPrivateKeys finds the blocks that begin with -----BEGIN ... PRIVATE KEY.
// Each is one finding to the end of its last line; without that, to its last whole
// line of base64. Certificates and public keys are none. The labels begin at keys
// unless they are covered.
func appendPrivateKeys(dst []core.Finding, text []byte, keys []int) []core.Finding {
	done := 0
	for _, key := range keys {
		limit := min(len(text), key+len(keyBegin)+maxKeyLabel+len(privateKey))
		for done = max(done, key); done < limit; {
			k := bytes.Index(text[done:limit], []byte(privateKey))
			if k < 0 {
				break
			}
			at := done + k
			done = at + len(privateKey)
			if f, end := privateKeyAt(text, at); end > 0 {
				dst = append(dst, f)
				done = end
			}
		}
	}
	return dst
}

// privateKeyAt returns the block whose label goes on with PRIVATE KEY at i, and its
// end; 0 if there is none.
func privateKeyAt(text []byte, i int) (f core.Finding, end int) {
	start, body := keyLabelStart(text, i), keyLabelEnd(text, i)
	if start < 0 || body < 0 {
		return f, 0
	}
	if end = keyBlockEnd(text, body); end == 0 {
		return f, 0
	}
	f = credentialFinding(text, start, end, core.ByContext)
	if plain := unescapeLines(f.Value); plain != f.Value {
		f.Value, f.Plain = plain, plain
	}
	return f, end
}

// unescapeLines returns the block with its escaped line ends, of JSON in JSON too, as
// line ends.
func unescapeLines(block string) string {
	if strings.IndexByte(block, '\\') < 0 {
		return block
	}
	for strings.Contains(block, `\\`) {
		block = strings.ReplaceAll(block, `\\`, `\`)
	}
	return strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(block)
}

// keyLabelStart returns where -----BEGIN begins whose label goes on at i, or -1.
func keyLabelStart(text []byte, i int) int {
	k := bytes.LastIndex(text[max(0, i-maxKeyLabel-len(keyBegin)):i], []byte(keyBegin))
	if k < 0 {
		return -1
	}
	start := max(0, i-maxKeyLabel-len(keyBegin)) + k
	if !onlyOf(text[start+len(keyBegin):i], isLabelByte) {
		return -1
	}
	return start
}

func isLabelByte(c byte) bool { return c == ' ' || isDigit(c) || isLetter(c) && !isLower(c) }

// keyLabelEnd returns the end of the line of the label that goes on with PRIVATE KEY
// at i, or -1.
func keyLabelEnd(text []byte, i int) int {
	rest := text[i+len(privateKey):]
	for _, end := range []string{"-----", " BLOCK-----"} {
		if begins(rest, end) {
			return len(text) - len(rest) + len(end)
		}
	}
	return -1
}

// keyBlockEnd returns the end of the block whose first line ends at i, or 0 if what
// follows is no key.
func keyBlockEnd(text []byte, i int) int {
	begin := i
	i = afterHeaders(text, keyGap(text, i))
	for end := 0; ; {
		line := bodyEnd(text, i, base64Text)
		next := keyGap(text, line)
		if last := keyLastLineEnd(text, next); last > 0 && line-begin >= minKeyBody {
			return last
		}
		if line-i < minKeyLine || next == line && line < len(text) {
			return end
		}
		end, i = line, next
	}
}

// keyLastLineEnd returns the end of the line -----END ... PRIVATE KEY----- at i, or 0.
func keyLastLineEnd(text []byte, i int) int {
	const end = "-----END "
	if !begins(text[i:], end) {
		return 0
	}
	label := text[i+len(end) : min(len(text), i+len(end)+maxKeyLabel+len(privateKey))]
	k := bytes.Index(label, []byte(privateKey))
	if k < 0 {
		return 0
	}
	return max(0, keyLabelEnd(text, i+len(end)+k))
}

// maxGap bounds what stands between two lines of a key, in bytes.
const maxGap = 64

// keyGap returns the end of what stands between two lines of a key at i: blanks,
// line ends, which may be escaped, and the signs that join strings, quote or comment.
func keyGap(text []byte, i int) int {
	for limit := min(len(text), i+maxGap); i < limit; i++ {
		switch c := text[i]; {
		case c == ' ', c == '\t', c == '\r', c == '\n', c == '"', c == '\'', c == '`', c == ',', c == '>', c == '|', c == '#':
		case c == '+' && (i+1 == len(text) || !base64Text.has(text[i+1])):
		case c == '\\':
			if i+1 < len(text) && (text[i+1] == 'n' || text[i+1] == 'r' || text[i+1] == 't') {
				i++
			}
		default:
			return i
		}
	}
	return i
}

// The bounds of the header of an encrypted or an OpenPGP key (RFC 1421, RFC 9580):
// lines, bytes a line, and bytes of its name.
const (
	maxKeyHeaders    = 4
	maxKeyHeader     = 128
	maxKeyHeaderName = 16
)

// afterHeaders returns where the base64 begins after the "Name: value" lines at i.
func afterHeaders(text []byte, i int) int {
	for range maxKeyHeaders {
		colon := bodyEnd(text[:min(len(text), i+maxKeyHeaderName)], i, kebab)
		if colon == i || !begins(text[colon:], ": ") {
			return i
		}
		end := colon
		for end < len(text) && end-i < maxKeyHeader && lineEnd(text, end) == end && !isMark(text[end]) {
			end++
		}
		if lineEnd(text, min(end, len(text))) == end {
			return i
		}
		i = keyGap(text, end)
	}
	return i
}
