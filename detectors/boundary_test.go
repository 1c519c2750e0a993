// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBlankAndHyphenWidths(t *testing.T) {
	tests := []struct {
		name, in      string
		blank, hyphen int
	}{
		{"space", " ", 1, 0},
		{"no-break space", "\u00a0", 2, 0},
		{"figure space", "\u2007", 3, 0},
		{"thin space", "\u2009", 3, 0},
		{"narrow no-break space", "\u202f", 3, 0},
		{"zero-width space", "\u200b", 0, 0},
		{"half of one", "\xe2\x80", 0, 0},
		{"hyphen-minus", "-", 0, 1},
		{"non-breaking hyphen", "\u2011", 0, 3},
		{"en dash", "\u2013", 0, 3},
		{"minus", "\u2212", 0, 3},
		{"em dash", "\u2014", 0, 0},
		{"nothing", "", 0, 0},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.blank, blankAt([]byte(tc.in), 0))
			assert.Equal(t, tc.hyphen, hyphenAt([]byte(tc.in), 0))
		})
	}
}
