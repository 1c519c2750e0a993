// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	names := []string{"demo", "check", "catalog", "filter", "sessions", "run", "install", "uninstall", "doctor", "version", "release", "remove"}
	for word, want := range map[string]string{
		"chekc": "check", "ceck": "check", "instal": "install", "unistall": "uninstall", "sess": "sessions", "docter": "doctor",
		"demos": "demo", "rnu": "run", "x": "", "": "", "xyzzy": "", "docs": "", "ch": "check", "re": "", "Check": "check",
	} {
		require.Equal(t, want, nearest(word, names), word)
	}
}
