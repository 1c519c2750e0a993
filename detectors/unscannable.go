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

// unscannable says why text cannot be inspected; it is empty if it can.
func unscannable(text []byte) core.Obstacle {
	if bytes.IndexByte(text, 0) >= 0 {
		return core.ObstacleBinary
	}
	if !mayBeOpaque(text) {
		return ""
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
	if opaque*100 > len(text)*opaqueShare {
		return core.ObstacleUndecodable
	}
	return ""
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
