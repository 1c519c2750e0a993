// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"github.com/veil-guard/veil/core"
)

// minPairs is the shortest run of pairs that is decoded: a DNI.
const minPairs = minWithin

// appendPairs finds values in hexadecimal with colons between the bytes, as
// OpenSSL prints certificates, and covers them. A run in which nothing can be
// read passes, whatever its length: it is a fingerprint or a number.
// colons are those that may stand behind the first pair.
func (d *decoding) appendPairs(dst []core.Finding, m *masked, colons []int) []core.Finding {
	done := 0
	for _, colon := range colons {
		start := colon - 2
		if start < done || m.text[colon] != ':' || !isPair(m.text, start) {
			continue
		}
		data, end := readPairs(m.text, start)
		done = end
		if f, ok := d.readPairs(m.text, run{start: start, end: end}, data); ok {
			m.cover(f.Start, f.End, f.Kind)
			dst = append(dst, f)
		}
	}
	return dst
}

// readPairs decodes a run of pairs.
func (d *decoding) readPairs(text []byte, r run, data []byte) (core.Finding, bool) {
	if len(data) < minPairs || d.layers >= maxLayers || letterEndsAt(text, r.start) || letterBeginsAt(text, r.end) {
		return core.Finding{}, false
	}
	d.effort.decoded += len(data)
	c := d.open(data)
	if len(c.found) == 0 {
		return core.Finding{}, false
	}
	return encodedFinding(text, r, c.whole, c.text, c.found), true
}

// isPair says whether two hexadecimal digits stand at i.
func isPair(text []byte, i int) bool {
	return i+1 < len(text) && hexDigit(text[i]) <= 15 && hexDigit(text[i+1]) <= 15
}

// readPairs decodes the pairs that begin at i, with colons between them and,
// after a colon, line ends.
func readPairs(text []byte, i int) (data []byte, end int) {
	for isPair(text, i) {
		data = append(data, hexDigit(text[i])<<4|hexDigit(text[i+1]))
		end = i + 2
		if end >= len(text) || text[end] != ':' {
			break
		}
		i = breakEnd(text, end+1)
	}
	return data, end
}
