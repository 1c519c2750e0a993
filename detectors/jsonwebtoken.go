// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"encoding/base64"

	"github.com/veil-guard/veil/core"
)

// The bounds of the parts of a JSON Web Token, in characters: the header is small,
// and the shortest signature (HMAC with SHA-256, RFC 7518) has 43.
const (
	maxTokenHeader    = 512
	minTokenSignature = 43
)

// jsonWebToken reads a signed token in compact form at i (RFC 7515, section 3.1):
// three parts in base64url, the first a JSON object that names the algorithm.
func (b *bodies) jsonWebToken(i int) (core.Finding, bool) {
	text := b.text
	if !begins(text[i:], "eyJ") {
		return core.Finding{}, false
	}
	header := b.end(i, base64URL)
	if header-i > maxTokenHeader || !dotAt(text, header) || !namesAlgorithm(text[i:header]) {
		return core.Finding{}, false
	}
	payload := b.end(header+1, base64URL)
	if payload == header+1 || !dotAt(text, payload) {
		return core.Finding{}, false
	}
	end := b.end(payload+1, base64URL)
	if end-payload <= minTokenSignature || goesOn(text, end) || isPlaceholder(text[payload+1:end]) {
		return core.Finding{}, false
	}
	return credentialFinding(text, i, end, core.ByContext), true
}

func dotAt(text []byte, i int) bool { return i < len(text) && text[i] == '.' }

func namesAlgorithm(header []byte) bool {
	var object [maxTokenHeader]byte
	n, err := base64.RawURLEncoding.Decode(object[:], header)
	return err == nil && bytes.Contains(object[:n], []byte(`"alg"`))
}
