// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"

	"github.com/veil-guard/veil/core"
)

// headBytes is how much of a run is decoded to see at a glance what it holds, in
// bytes. In words they read as text once in a thousand times.
const headBytes = 12

// beginsReadable says whether a run decodes, at its beginning, to text in UTF-16 or
// in Windows-1252. In base64 such a run changes its characters' class as seldom as
// words do: every other byte of UTF-16 is 0.
func (r *run) beginsReadable(text []byte) bool {
	var room [headBytes]byte
	head := r.head(room[:0], text)
	return len(head) == headBytes && (isReadable(head) || isUnits(head))
}

// head decodes the beginning of a run into dst.
func (r *run) head(dst, text []byte) []byte {
	if r.hex {
		prefix := hexPrefix(text[r.start:r.end])
		dst, _ = appendHex(dst, text, r.start, min(r.end, r.start+prefix+2*headBytes), false)
	} else {
		dst, _ = appendBase64(dst, text, r.start, min(r.end, r.start+4*headBytes/3), false)
	}
	return dst
}

// appendWide finds and covers what appendRuns would find in runs of UTF-16 in base64,
// before names are: they are full of A, so that a name as short as ANA stands in many.
// What cannot be read is left: it may be a line of a certificate.
func (d *decoding) appendWide(dst []core.Finding, m *masked, stretches []span) []core.Finding {
	done := 0
	for _, s := range stretches {
		if s.start < done || s.end-s.start < fullRun || bytes.IndexByte(m.text[s.start:s.start+8], 'A') < 0 {
			continue
		}
		var room [headBytes]byte
		// Where the whole block ends is asked for few lines of it.
		line := run{start: s.start, end: s.end}
		if !isUnits(line.head(room[:0], m.text)) {
			continue
		}
		r, ok := readRun(m.text, s.start, sextetsEnd(m.text[:s.end], s.start)) // the rest is covered
		done = r.end
		if !ok {
			continue
		}
		if f, ok := d.read(m.text, r); ok && (f.Kind != core.Blob || f.Confidence == core.Certain) {
			m.cover(f.Start, f.End, f.Kind)
			dst = append(dst, f)
		}
	}
	return dst
}

// isUnits says whether two of three characters are of Latin-1 in UTF-16, of either
// byte order. There is a byte order mark, and there are dashes and quotation marks.
func isUnits(b []byte) bool {
	var zeros [2]int
	for i, c := range b {
		if c == 0 {
			zeros[i%2]++
		}
	}
	return min(zeros[0], zeros[1]) == 0 && max(zeros[0], zeros[1])*3 >= len(b)
}
