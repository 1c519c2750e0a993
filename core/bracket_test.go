// SPDX-License-Identifier: Apache-2.0

package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBackslashed(t *testing.T) {
	tests := []struct{ name, text, characters, want string }{
		{"none of them", "María Pérez", `.*`, "María Pérez"},
		{"some", "a.b*ñ.", `.*`, `a\.b\*ñ\.`},
		{"a backslash itself", `a\b`, `\.`, `a\\b`},
		{"bytes that are no text", "\xff.\xc3", `.`, "\xff\\.\xc3"},
		{"nothing", "", `.`, ""},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			require.Equal(t, tc.want, Backslashed(tc.text, tc.characters))
		})
	}
}
