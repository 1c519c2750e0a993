// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"encoding/binary"

	"github.com/veil-guard/veil/core"
)

// FindBinary appends to dst what stands in the text within binary data, such as
// a picture, a database or a document: ranges in data, in rising order and
// without overlap. Values shorter than nine bytes are left out, since short ones
// are there by chance, and so is what cannot be read.
func (s *Set) FindBinary(dst []core.Finding, data []byte) []core.Finding {
	p := readPrintable(data)
	for _, f := range s.find(p.text, nil) {
		if f.End-f.Start >= minWithin && (f.Kind != core.Blob || f.Confidence == core.Certain) {
			f.Start, f.End = p.place(f.Start), p.place(f.End-1)+1
			dst = append(dst, f)
		}
	}
	return dst
}

// content is what was read in a run that is not plain text.
type content struct {
	text  []byte
	found []core.Finding // in the text
	// whole says that the text is all that the run holds; else it was picked from
	// binary data.
	whole bool
	cut   bool // it holds more than is looked at
}

// readBinary decodes a run that is not text.
func (d *decoding) readBinary(text []byte, r run) content {
	if d.layers >= maxLayers || d.effort.decoded > d.limit {
		return content{}
	}
	if r.hex {
		d.buf, _ = appendHex(d.buf[:0], text, r.start, r.end, false)
	} else {
		d.buf, _ = appendBase64(d.buf[:0], text, r.start, r.end, false)
	}
	d.effort.decoded += len(d.buf)
	return d.open(d.buf)
}

// open looks for values in decoded bytes: as text, unpacked, or in the text that
// stands among them.
func (d *decoding) open(data []byte) content {
	if u, ok := ReadUTF16(data); ok && u.Clean {
		d.effort.decoded += len(u.Text)
		data = u.Text
	}
	if isReadable(data) {
		return content{text: data, found: d.within(data), whole: true}
	}
	if unpacked, cut, ok := d.effort.inflate(data, max(0, d.limit-d.effort.decoded)); ok {
		d.effort.decoded += len(unpacked)
		if d.layers+1 >= maxLayers {
			return content{}
		}
		inner := &decoding{set: d.set, layers: d.layers + 1, effort: d.effort, limit: d.limit}
		c := inner.open(unpacked)
		c.cut = c.cut || cut
		return c
	}
	c := content{text: readPrintable(data).text, whole: isDER(data)}
	if len(c.text) == 0 {
		return c
	}
	for _, f := range d.within(c.text) {
		if f.End-f.Start >= minWithin {
			c.found = append(c.found, f)
		}
	}
	return c
}

// maxDER is the longest certificate or key that counts as read, in bytes.
const maxDER = 8192

// isDER says whether data is one sequence in DER (ITU-T X.690): a certificate or
// a public key. Its text was read; what remains are numbers.
func isDER(data []byte) bool {
	const sequence, twoBytes = 0x30, 0x82
	return len(data) > 4 && len(data) <= maxDER && data[0] == sequence && data[1] == twoBytes &&
		int(binary.BigEndian.Uint16(data[2:]))+4 == len(data)
}
