// SPDX-License-Identifier: Apache-2.0

package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersionRangeHolds(t *testing.T) {
	from := VersionRange{From: "2.1.121"}
	window := VersionRange{From: "1.18.33", Before: "2"}
	tests := []struct {
		name    string
		r       VersionRange
		version string
		want    bool
	}{
		{"at the bound", from, "2.1.121", true},
		{"one below", from, "2.1.120", false},
		{"numbers, not text", from, "2.1.1000", true},
		{"shorter", from, "2.2", true},
		{"pre-release counts as its release", from, "2.1.121-beta.1", true},
		{"unknown is not promised", from, "", false},
		{"unreadable is not promised", from, "latest", false},
		{"no bounds hold the unknown", VersionRange{}, "", true},
		{"inside", window, "1.99.0", true},
		{"upper bound is outside", window, "2.0.0", false},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, tc.r.Holds(tc.version)) })
	}
}
