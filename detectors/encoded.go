// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"io"

	"github.com/veil-guard/veil/core"
)

// maxLayers is how many layers of encoding are taken off, one within the other.
const maxLayers = 3

// maxOpaque is the longest run that passes though nothing can be read in it, in
// characters: digests, signatures and keys are shorter. Longer runs become
// tokens.
const maxOpaque = 1024

// minWithin is the shortest value that counts within binary data, in bytes:
// shorter ones are there by chance.
const minWithin = 9

// decoding is the search for encoded data in one text.
type decoding struct {
	set    *Set
	layers int // taken off so far
	effort *effort
	limit  int // of bytes decoded
	buf    []byte
	own    effort // of the first layer
}

// effort is what was spent on one text, in all layers.
type effort struct {
	decoded int           // bytes
	deflate io.ReadCloser // to be used again
}

// slack is how many bytes may be decoded, beside a multiple of the text.
const slack = 16 << 20

// begin begins with a text that nothing was decoded to.
func (d *decoding) begin(s *Set, text []byte) *decoding {
	d.set, d.layers, d.limit = s, 0, 4*len(text)+slack
	d.effort = &d.own
	d.own.decoded = 0
	return d
}

// within looks for findings in what was decoded.
func (d *decoding) within(text []byte) []core.Finding {
	return d.set.find(text, &decoding{set: d.set, layers: d.layers + 1, effort: d.effort, limit: d.limit})
}

// appendRuns finds encoded data that holds values or cannot be read, and covers
// it. Everything that needs nothing around it is covered before: it ends a run.
// The survey is that of the text before anything was covered.
func (d *decoding) appendRuns(dst []core.Finding, m *masked, seen *survey) []core.Finding {
	done := 0
	for _, s := range seen.stretches {
		if s.end-s.start < fullRun-maxPadding && isNoRun(m.text, s.start, s.end) {
			continue
		}
		head := m.text[:s.end]
		for start, end := nextSextets(head, max(s.start, done)); start < s.end; start, end = nextSextets(head, done) {
			dst, done = d.appendRun(dst, m, start, end)
		}
	}
	return d.appendPairs(dst, m, seen.pairs)
}

// appendRun is appendRuns for the run that a stretch of the text begins. It returns
// the end of what it read.
func (d *decoding) appendRun(dst []core.Finding, m *masked, start, end int) ([]core.Finding, int) {
	if end-start < fullRun-maxPadding && isNoRun(m.text, start, end) {
		return dst, end
	}
	r, ok := readRun(m.text, start, end)
	if !ok {
		return dst, max(end, r.end)
	}
	f, ok := d.read(m.text, r)
	if !ok {
		return dst, max(end, r.end)
	}
	m.cover(f.Start, f.End, f.Kind)
	return append(dst, f), f.End
}

// touchesRun says whether a finding has an encoded run right beside it: with the
// finding covered, the run may be read.
func touchesRun(text []byte, found []core.Finding) bool {
	for _, f := range found {
		before := text[max(0, f.Start-minRun):f.Start]
		after := text[f.End:min(len(text), f.End+minRun)]
		if len(before) == minRun && sextetsEnd(before, 0) == minRun || sextetsEnd(after, 0) == minRun {
			return true
		}
	}
	return false
}

// read decodes a run. A run that is text is looked through like any text; it is
// not opaque, however long.
func (d *decoding) read(text []byte, r run) (core.Finding, bool) {
	if d.layers < maxLayers && d.effort.decoded <= d.limit {
		for at := r.start; r.end-at >= minRun; at = nextStart(text, at, r.end) {
			if !beginsAsText(text[at:]) {
				continue
			}
			decoded, end := d.decodeText(text, at, r.end)
			if len(decoded) < minWithin {
				continue
			}
			if found := d.within(decoded); len(found) > 0 {
				return encodedFinding(text, r, at == r.start && end == r.end, decoded, found), true
			}
			if at == r.start && end == r.end {
				return core.Finding{}, false
			}
			at = end - 1
		}
	}
	if r.end-r.start < fullRun || r.isWords(text) {
		return core.Finding{}, false
	}
	c := d.readBinary(text, r)
	if len(c.found) > 0 {
		return encodedFinding(text, r, c.whole, c.text, c.found), true
	}
	if !c.cut && (c.whole || r.chars <= maxOpaque || isKept(text, r.start)) {
		return core.Finding{}, false
	}
	return blob(text, r, core.Likely), true
}

// beginsAsText says whether what b decodes to, from base64 or from hexadecimal, may
// begin a text that is long enough to count. It turns most words and digests down.
func beginsAsText(b []byte) bool {
	return len(b) >= minRun && (beginsAsBase64(b) || hexPrefix(b) > 0 || beginsAsHex(b))
}

// beginsAsBase64 says yes where a break stands among the digits.
func beginsAsBase64(b []byte) bool {
	var t textCheck
	for i := 0; i < minRun; i += 4 {
		v := [4]byte{sextets[b[i]], sextets[b[i+1]], sextets[b[i+2]], sextets[b[i+3]]}
		if (v[0]|v[1]|v[2]|v[3])&noSextet != 0 {
			return true
		}
		if !t.add(v[0]<<2|v[1]>>4) || !t.add(v[1]<<4|v[2]>>2) || !t.add(v[2]<<6|v[3]) {
			return false
		}
	}
	return true
}

func beginsAsHex(b []byte) bool {
	var t textCheck
	for i := 0; i+1 < min(len(b), 2*minWithin); i += 2 {
		high, low := hexDigit(b[i]), hexDigit(b[i+1])
		if max(high, low) > 15 {
			return !isSextet(b[i]) || !isSextet(b[i+1])
		}
		if !t.add(high<<4 | low) {
			return false
		}
	}
	return true
}

// isNoRun says whether a short stretch of digits is no run at a glance: nothing in it
// is covered, no part of it begins as text, and no escape sequence beside it changes
// where it begins or ends.
func isNoRun(text []byte, start, end int) bool {
	if start > 0 && text[start-1] == '\\' || end < len(text) && text[end] == '\\' {
		return false
	}
	for at := start; ; at++ {
		if end-at >= minRun && mayBeginText[sextets[text[at]]&firstRow]>>sextets[text[at+1]]&1 != 0 && beginsAsText(text[at:end]) {
			return false
		}
		for at < end && sextets[text[at]] < firstSign {
			at++
		}
		if at >= end || sextets[text[at]] == noSextet {
			return at >= end
		}
	}
}

// nextStart returns where a prefix of the run may end that is no part of the
// data: after the next sign.
func nextStart(text []byte, i, end int) int {
	for i < end && sextets[text[i]]&firstSign != firstSign {
		i++
	}
	return i + 1
}

// decodeText decodes as much as is text, from base64 or else from hexadecimal. The
// decimals of a number are not.
func (d *decoding) decodeText(text []byte, from, to int) (decoded []byte, end int) {
	d.buf, end = appendBase64(d.buf[:0], text, from, to, true)
	if len(d.buf) < minWithin && (from == 0 || text[from-1] != '.') {
		d.buf, end = appendHex(d.buf[:0], text, from, to, true)
	}
	d.effort.decoded += len(d.buf)
	return d.buf, end
}

// encodedFinding is a run in which something was found. Where it decodes to one
// value and nothing else, it is a spelling of that value.
func encodedFinding(text []byte, r run, whole bool, decoded []byte, found []core.Finding) core.Finding {
	f := found[0]
	if !whole || len(found) > 1 || string(decoded[f.Start:f.End]) != string(bytes.TrimSpace(decoded)) {
		return blob(text, r, core.Certain)
	}
	if f.Plain == "" {
		f.Plain = string(decoded[f.Start:f.End])
	}
	f.Start, f.End = r.start, r.end
	return f
}

// blob is the finding of a run: certain if values were found in it, likely if not
// all of it can be read.
func blob(text []byte, r run, c core.Confidence) core.Finding {
	f := core.Finding{Kind: core.Blob, Start: r.start, End: r.end, Confidence: c, Basis: core.ByContext}
	if c == core.Certain {
		f.Start, f.End = signedTokenAround(text, r.start, r.end)
	}
	f.Value = string(text[f.Start:f.End])
	return f
}
