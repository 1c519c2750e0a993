// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A value with nothing between it and a token or another value is no part of a
// longer word.
func TestValuesThatTouch(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"a DNI before a token", "12345678Z[DNI-001]", []string{"12345678Z"}},
		{"a DNI behind a token", "[DNI-001]12345678Z", []string{"12345678Z"}},
		{"a DNI between tokens", "[DNI-001]12345678Z[NOMBRE-002]", []string{"12345678Z"}},
		{"an NIE behind a token", "[TEL-001]X1234567L", []string{"X1234567L"}},
		{"a CIF beside a token", "B12345674[DNI-001]B12345674", []string{"B12345674", "B12345674"}},
		{"a DNI before a disguised one", "12345678ZX123%34567L;", []string{"12345678Z", "X123%34567L"}},
		{"a DNI before a name in disguise", `12345678ZMaría Pérez`, []string{"12345678Z", `María Pérez`}},
		{"a disguised DNI before a name", "1234567&#56;ZMaría Pérez", []string{"1234567&#56;Z", "María Pérez"}},
		{"a DNI before a name", "12345678ZMaría Pérez", []string{"12345678Z", "María Pérez"}},
		{"with blanks, before a name with its cue", "Sra. 12\u2009345\u2009678\u2009ZRosa", []string{"12\u2009345\u2009678\u2009Z", "Rosa"}},
		{"two DNIs", "12345678Z12345678Z", []string{"12345678Z", "12345678Z"}},
		{"three of them", "12345678ZX1234567L87654321X", []string{"12345678Z", "X1234567L", "87654321X"}},
		{"in a cell", ";12345678Z87654321X;", []string{"12345678Z", "87654321X"}},

		{"a word behind a DNI", "12345678Zonas", nil},
		{"a letter before a DNI", "a12345678Z", nil},
		{"the letter does not hold", "12345678A12345678A", nil},
		{"a digest", "12345678f12345678d9f8a7b", nil},
		{"a digest of two small ones", "12345678z87654321x", nil},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, f := range s.Find(nil, []byte(tc.in)) {
				got = append(got, tc.in[f.Start:f.End])
			}
			assert.Equal(t, tc.want, got)
			assert.Empty(t, violation(s, tc.in))
		})
	}
}
