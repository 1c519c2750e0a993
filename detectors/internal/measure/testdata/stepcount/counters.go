// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime/coverage"
)

// The layout of a file of counters (internal/coverage/defs.go of Go 1.20 and
// later), in bytes.
const (
	fileHeader    = 32
	segmentHeader = 16
	flavorAt      = 24 // in the file's header: how numbers are written
	flavorRaw     = 1
)

var errLayout = errors.New("the coverage counters have an unknown layout")

// countSteps runs f and returns how many blocks of code ran.
func countSteps(f func()) (uint64, error) {
	if err := coverage.ClearCounters(); err != nil {
		return 0, err
	}
	f()
	var b bytes.Buffer
	if err := coverage.WriteCounters(&b); err != nil {
		return 0, err
	}
	return sum(b.Bytes())
}

// sum adds up the counters of a file of one segment.
func sum(file []byte) (uint64, error) {
	if len(file) < fileHeader+segmentHeader {
		return 0, errLayout
	}
	head := file[fileHeader:]
	functions := binary.LittleEndian.Uint64(head)
	skip := binary.LittleEndian.Uint32(head[8:]) + binary.LittleEndian.Uint32(head[12:])
	at := (fileHeader + segmentHeader + int(skip) + 3) &^ 3
	if at > len(file) {
		return 0, errLayout
	}
	r := reader{bytes.NewReader(file[at:]), file[flavorAt] == flavorRaw}
	var steps uint64
	for range functions {
		counters, err := r.number()
		if err != nil {
			return 0, err
		}
		for k := range 2 + counters { // the package and the function go first
			n, err := r.number()
			if err != nil {
				return 0, err
			}
			if k >= 2 {
				steps += n
			}
		}
	}
	return steps, nil
}

// reader reads the numbers of a file of counters.
type reader struct {
	*bytes.Reader
	raw bool
}

func (r reader) number() (uint64, error) {
	if !r.raw {
		return binary.ReadUvarint(r)
	}
	var n uint32
	err := binary.Read(r, binary.LittleEndian, &n)
	return uint64(n), err
}
