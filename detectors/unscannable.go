// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
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

// unscannable says whether text cannot be inspected.
func unscannable(text []byte) bool {
	if bytes.IndexByte(text, 0) >= 0 {
		return true
	}
	if len(text) <= opaqueRun || utf8.Valid(text) {
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

// unscannableFinding covers the whole text.
func unscannableFinding(text []byte) core.Finding {
	return core.Finding{
		Kind: core.Unscannable, End: len(text),
		Confidence: core.Certain, Basis: core.ByContext, Disposition: core.Refuse,
	}
}
