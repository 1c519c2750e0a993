// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
)

// The bounds of what packed data is unpacked to: bytes in all, and as a multiple
// of the packed data.
const (
	maxInflated = 1 << 20
	maxRatio    = 100
)

// minDeflate is the shortest data that is tried as DEFLATE without a header, in
// bytes: it has no mark that would tell it from anything else.
const minDeflate = 96

// inflate unpacks gzip (RFC 1952), zlib (RFC 1950) and DEFLATE (RFC 1951) data,
// up to limit bytes. What is cut short is unpacked as far as it goes. cut says
// that the data holds more; ok, that it is packed at all.
func (e *effort) inflate(data []byte, limit int) (unpacked []byte, cut, ok bool) {
	bare := !hasPackedHeader(data)
	if bare && !mayBeDeflate(data) {
		return nil, false, false
	}
	in := bytes.NewReader(data)
	packed := e.open(data, in, bare)
	if packed == nil {
		return nil, false, false
	}
	limit = min(limit, maxInflated, maxRatio*len(data))
	unpacked, err := io.ReadAll(io.LimitReader(packed, int64(limit)+1))
	if bare && (err != nil || in.Len() > 0) && !isReadable(unpacked) {
		return nil, false, false
	}
	if len(unpacked) > limit {
		return unpacked[:limit], true, true
	}
	return unpacked, false, len(unpacked) > 0
}

// hasPackedHeader says whether data begins as gzip or zlib data does.
func hasPackedHeader(data []byte) bool {
	return len(data) > 1 && (data[0] == 0x1F && data[1] == 0x8B ||
		data[0]&0x0F == 8 && (int(data[0])<<8|int(data[1]))%31 == 0)
}

// mayBeDeflate says whether data is long enough and its first block of a type
// that exists.
func mayBeDeflate(data []byte) bool {
	const reserved = 3
	return len(data) >= minDeflate && data[0]>>1&3 != reserved
}

// open returns a reader of the unpacked data, or nil if the header is not one
// after all.
func (e *effort) open(data []byte, in *bytes.Reader, bare bool) io.Reader {
	if bare {
		return e.reset(in)
	}
	if data[0] == 0x1F {
		if z, err := gzip.NewReader(in); err == nil {
			return z
		}
		return nil
	}
	if z, err := zlib.NewReader(in); err == nil {
		return z
	}
	return nil
}

// reset returns the reader of bare data, made once.
func (e *effort) reset(in *bytes.Reader) io.Reader {
	if r, ok := e.deflate.(flate.Resetter); ok && r.Reset(in, nil) == nil {
		return e.deflate
	}
	e.deflate = flate.NewReader(in)
	return e.deflate
}
