// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"unicode/utf8"

	"github.com/veil-guard/veil/core"
)

// Text is unscannable with a NUL byte in it, or if more than opaqueShare
// percent of its bytes stand in runs of more than opaqueRun bytes that are not
// UTF-8.
const (
	opaqueRun   = 4096
	opaqueShare = 30
)

// isUndecodable says whether so much of text is in no known encoding that it
// cannot be inspected.
func isUndecodable(text []byte) bool {
	if !mayBeOpaque(text) {
		return false
	}
	opaque, run := 0, 0
	for i := 0; i < len(text); {
		r, width := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && width == 1 {
			run++
			i++
			continue
		}
		if run > opaqueRun {
			opaque += run
		}
		run = 0
		i += width
	}
	if run > opaqueRun {
		opaque += run
	}
	return opaque*100 > len(text)*opaqueShare
}

// mayBeOpaque says whether a run of bytes outside ASCII may be longer than
// opaqueRun: such a run has one wherever one looks that far on.
func mayBeOpaque(text []byte) bool {
	for at := opaqueRun; at < len(text); at += opaqueRun {
		if text[at] >= utf8.RuneSelf && !utf8.Valid(text[at-opaqueRun:min(len(text), at+opaqueRun)]) {
			return true
		}
	}
	return false
}

// unscannableFinding covers the whole text.
func unscannableFinding(text []byte, why core.Obstacle) core.Finding {
	return core.Finding{
		Kind: core.Unscannable, End: len(text), Obstacle: why,
		Confidence: core.Certain, Basis: core.ByContext, Disposition: core.Refuse,
	}
}
