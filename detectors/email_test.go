// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The two rows with a source are sample strings of RFC 3492, section 7.1.
func TestPunycode(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"Spanish", "españa", "espaa-rta"},
		{"German", "bücher", "bcher-kva"},
		{"RFC 3492 (B), Chinese", "他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"},
		{"RFC 3492 (L), mixed", "3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, punycode(tc.in))
		})
	}
}
