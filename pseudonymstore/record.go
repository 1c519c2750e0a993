// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"encoding/binary"

	"github.com/veil-guard/veil/core"
)

// op says what a record does.
type op byte

const (
	opMint op = iota + 1
	opForm
	opReserve
	opForeign
	opBegin
	opBlob
	opWithheld
)

// since is the first version of the log that has the operation.
func (o op) since() int {
	if o >= opBlob {
		return 2
	}
	return 1
}

// record is one change of a session. The package comment gives its payload in
// the log.
type record struct {
	op        op
	token     core.Token // its form is 1 unless op is opForm; zero if op is opBegin
	canonical string
	spelling  string
	size      int // of a blob's file: bytes of its content
}

// appendPayload appends the payload of r to b.
func appendPayload(b []byte, r record) []byte {
	b = append(b, byte(r.op))
	if r.op == opBegin {
		return b
	}
	b = appendString(b, string(r.token.Kind))
	b = binary.AppendUvarint(b, uint64(r.token.Number))
	switch r.op {
	case opMint:
		b = appendString(b, r.canonical)
		b = appendString(b, r.spelling)
	case opForm:
		b = binary.AppendUvarint(b, uint64(r.token.Form))
		b = appendString(b, r.spelling)
	case opBlob:
		b = appendString(b, r.canonical)
		b = binary.AppendUvarint(b, uint64(r.size))
	case opWithheld:
		b = appendString(b, r.canonical)
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// parsePayload reads a payload. Its strings are parts of payload.
func parsePayload(payload string) (record, bool) {
	if payload == string([]byte{byte(opBegin)}) {
		return record{op: opBegin}, true
	}
	p := payloadReader{rest: payload}
	r := record{op: op(p.byte()), token: core.Token{Kind: core.Kind(p.string()), Number: p.int(core.MaxNumber), Form: 1}}
	switch r.op {
	case opMint:
		r.canonical = p.string()
		r.spelling = p.string()
	case opForm:
		r.token.Form = p.int(maxForm)
		r.spelling = p.string()
	case opBlob:
		r.canonical = p.string()
		r.size = p.int(maxBlobs)
		p.bad = p.bad || r.size == 0 || r.token.Kind != core.Blob
	case opWithheld:
		r.canonical = p.string()
		p.bad = p.bad || r.token.Kind != core.Blob
	case opReserve, opForeign:
	default:
		return record{}, false
	}
	return r, !p.bad && p.rest == "" && r.token.Kind.InToken() && r.token.Number > 0
}

// payloadReader reads fields off a payload. After the first that is not there
// it is bad and reads only zeros.
type payloadReader struct {
	rest string
	bad  bool
}

func (p *payloadReader) byte() byte {
	if p.rest == "" {
		p.bad = true
		return 0
	}
	b := p.rest[0]
	p.rest = p.rest[1:]
	return b
}

func (p *payloadReader) int(limit uint64) int {
	return int(p.uvarint(limit))
}

func (p *payloadReader) string() string {
	n := p.uvarint(uint64(len(p.rest)))
	if n > uint64(len(p.rest)) {
		p.bad = true
		return ""
	}
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

// uvarint reads a number that is at most limit.
func (p *payloadReader) uvarint(limit uint64) uint64 {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b := p.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if v > limit {
				break
			}
			return v
		}
	}
	p.bad = true
	return 0
}
