// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

func mintOf(number int, canonical, spelling string) record {
	return record{op: opMint, token: core.Token{Kind: core.DNI, Number: number, Form: 1}, canonical: canonical, spelling: spelling}
}

func formOf(number, form int, spelling string) record {
	return record{op: opForm, token: core.Token{Kind: core.DNI, Number: number, Form: form}, spelling: spelling}
}

func blobOf(number int, digest string, size int) record {
	return record{op: opBlob, token: core.Token{Kind: core.Blob, Number: number, Form: 1}, canonical: digest, size: size}
}

func foreignOf(number int) record {
	return record{op: opForeign, token: core.Token{Kind: core.DNI, Number: number, Form: 1}}
}

func reserveOf(number int) record {
	return record{op: opReserve, token: core.Token{Kind: core.DNI, Number: number, Form: 1}}
}

func TestPayload(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		record     record
	}{
		{"mint", "\x01\x03DNI\x07\x02ab\x03a b", mintOf(7, "ab", "a b")},
		{"form", "\x02\x03DNI\x80\x01\x02\x01x", formOf(128, 2, "x")},
		{"begin", "\x05", record{op: opBegin}},
		{"blob", "\x06\x04BLOB\x02\x02hh\x81\x20", blobOf(2, "hh", 4097)},
		{"withheld", "\x07\x04BLOB\x02\x02hh", record{op: opWithheld, token: core.Token{Kind: core.Blob, Number: 2, Form: 1}, canonical: "hh"}},
		{"reserve", "\x03\x03DNI\xbf\x84\x3d", reserveOf(core.MaxNumber)},
		{"empty strings", "\x01\x03DNI\x01\x00\x00", mintOf(1, "", "")},
		{"long strings", "\x01\x03DNI\x01\xac\x02" + strings.Repeat("x", 300) + "\x01y", mintOf(1, strings.Repeat("x", 300), "y")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			payload := appendPayload(nil, tc.record)
			require.Equal(t, tc.want, string(payload))
			got, ok := parsePayload(string(payload))
			require.True(t, ok)
			require.Equal(t, tc.record, got)
		})
	}
}

func TestBadPayload(t *testing.T) {
	for _, tc := range []struct{ name, payload string }{
		{"empty", ""},
		{"no such operation", "\x08\x03DNI\x01"},
		{"a large blob of another kind", "\x06\x03DNI\x01\x02hh\x81\x20"},
		{"an empty blob", "\x06\x04BLOB\x01\x02hh\x00"},
		{"a blob above the limit", "\x06\x04BLOB\x01\x02hh\x81\x80\x80\x08"},
		{"another kind withheld", "\x07\x03DNI\x01\x02hh"},
		{"begin with something behind", "\x05\x00"},
		{"operation 0", "\x00\x03DNI\x01"},
		{"no such kind", "\x03\x03DNX\x01"},
		{"number 0", "\x03\x03DNI\x00"},
		{"number too high", "\x03\x03DNI\xc0\x84\x3d"},
		{"endless number", "\x03\x03DNI" + strings.Repeat("\xff", 12)},
		{"string longer than the rest", "\x03\x7fDNI\x01"},
		{"something behind", "\x03\x03DNI\x01\x00"},
		{"cut", "\x01\x03DNI\x01\x01a\x02b"},
	} {
		_, ok := parsePayload(tc.payload)
		assert.False(t, ok, tc.name)
	}
}

func TestApply(t *testing.T) {
	for _, tc := range []struct {
		name string
		log  []record
		ok   bool
	}{
		{"a form after its mint", []record{mintOf(1, "a", "a"), formOf(1, 2, "b"), formOf(1, 3, "c")}, true},
		{"numbers in any order", []record{reserveOf(9), mintOf(3, "a", "a"), mintOf(1, "b", "a")}, true},
		{"a number twice", []record{mintOf(1, "a", "a"), mintOf(1, "b", "b")}, false},
		{"a value twice", []record{mintOf(1, "a", "a"), mintOf(2, "a", "b")}, false},
		{"a reserved number", []record{reserveOf(1), mintOf(1, "a", "a")}, false},
		{"reserved when minted", []record{mintOf(1, "a", "a"), reserveOf(1)}, false},
		{"begun twice", []record{{op: opBegin}, {op: opBegin}}, false},
		{"reserved twice", []record{reserveOf(1), reserveOf(1)}, false},
		{"a blob twice", []record{blobOf(1, "h", 9), blobOf(2, "h", 9)}, false},
		{"a blob with two numbers of one kind", []record{blobOf(1, "h", 9), blobOf(2, "i", 9)}, true},
		{"reserved, then foreign", []record{reserveOf(1), foreignOf(1)}, true},
		{"foreign, then reserved", []record{foreignOf(1), reserveOf(1)}, false},
		{"foreign twice", []record{foreignOf(1), foreignOf(1)}, false},
		{"foreign when minted", []record{mintOf(1, "a", "a"), foreignOf(1)}, false},
		{"a foreign number", []record{foreignOf(1), mintOf(1, "a", "a")}, false},
		{"a form without its mint", []record{formOf(1, 2, "a")}, false},
		{"a form of a reserved number", []record{reserveOf(1), formOf(1, 2, "a")}, false},
		{"a form left out", []record{mintOf(1, "a", "a"), formOf(1, 3, "b")}, false},
		{"a form twice", []record{mintOf(1, "a", "a"), formOf(1, 2, "b"), formOf(1, 2, "c")}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, ok := newState(nil), true
			for _, r := range tc.log {
				ok = s.apply(r)
			}
			require.Equal(t, tc.ok, ok)
		})
	}
}

func TestExhausted(t *testing.T) {
	s := newState(nil)
	for n := 1; n < core.MaxNumber; n++ {
		s.kinds[core.DNI].take(n, nil)
	}
	d := newDraft(s)
	require.NoError(t, d.mint(place{spelling: spelling{identity{core.DNI, "secret value"}, "secret value"}}))
	require.Equal(t, core.MaxNumber, d.records[0].token.Number)
	err := d.mint(place{spelling: spelling{identity{core.DNI, "another value"}, "another value"}})
	require.ErrorIs(t, err, ErrExhausted)
	require.NotContains(t, err.Error(), "value")
	require.NoError(t, d.mint(place{spelling: spelling{identity{core.Tel, "a"}, "a"}}))
}

func FuzzParseRecords(f *testing.F) {
	f.Add(appendRecord(appendRecord(nil, mintOf(1, "a", "b")), reserveOf(2)))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, rest, err := parseRecords(data)
		require.Equal(t, err == nil, len(rest) == 0)
		var again []byte
		for _, r := range records {
			again = appendRecord(again, r)
		}
		require.LessOrEqual(t, len(again), len(data)-len(rest), "a uvarint may be written longer than needed")
	})
}
