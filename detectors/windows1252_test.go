// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Text that is not UTF-8 is read as Windows-1252, in place.
func TestFindReadsWindows1252(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string // what stands in the text, and its value
	}{
		{"an address with an accent", "a mu\xf1oz@clinica.es y", []string{"mu\xf1oz@clinica.es", "muñoz@clinica.es"}},
		{"a domain with an accent", "ana@cl\xednica.es", []string{"ana@cl\xednica.es", "ana@xn--clnica-4va.es"}},
		{"quotation marks round an address", "\x93ana@clinica.es\x94", []string{"ana@clinica.es", "ana@clinica.es"}},
		{"a bullet before an address", "\x95ana@clinica.es\x85", []string{"ana@clinica.es", "ana@clinica.es"}},
		{"no-break spaces in a phone", "a\xf1o 612\xa0345\xa0678.", []string{"612\xa0345\xa0678", "+34612345678"}},
		{"a no-break space in a DNI", "n\xba 12.345.678\xa0Z", []string{"12.345.678\xa0Z", "12345678Z"}},
		{"a letter before a DNI", "\xf112345678Z", nil},
		{"a letter after a DNI", "12345678Z\xf1", nil},
		{"a sign before a DNI", "\xbf12345678Z?", []string{"12345678Z", "12345678Z"}},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			found := s.Find(nil, []byte(tc.in))
			if tc.want == nil {
				require.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			assert.Equal(t, tc.want, []string{tc.in[found[0].Start:found[0].End], found[0].Value})
		})
	}
}
