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
func inflate(data []byte, limit int) (unpacked []byte, cut, ok bool) {
	in := bytes.NewReader(data)
	packed, bare := openPacked(data, in)
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

// openPacked returns a reader of the unpacked data, or nil if it is not packed.
// bare says that it has no header that would prove it.
func openPacked(data []byte, in *bytes.Reader) (r io.Reader, bare bool) {
	if len(data) < 2 {
		return nil, false
	}
	if data[0] == 0x1F && data[1] == 0x8B {
		if z, err := gzip.NewReader(in); err == nil {
			return z, false
		}
		return nil, false
	}
	if data[0]&0x0F == 8 && (int(data[0])<<8|int(data[1]))%31 == 0 {
		if z, err := zlib.NewReader(in); err == nil {
			return z, false
		}
		return nil, false
	}
	const reserved = 3 // a type of block that does not exist
	if len(data) < minDeflate || data[0]>>1&3 == reserved {
		return nil, false
	}
	return flate.NewReader(in), true
}
