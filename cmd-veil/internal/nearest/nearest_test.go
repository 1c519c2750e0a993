// SPDX-License-Identifier: Apache-2.0

package nearest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestName(t *testing.T) {
	names := []string{"demo", "check", "catalog", "filter", "sessions", "run", "install", "uninstall", "doctor", "version", "release", "remove"}
	for word, want := range map[string]string{
		"chekc": "check", "ceck": "check", "instal": "install", "unistall": "uninstall", "sess": "sessions", "docter": "doctor",
		"demos": "demo", "rnu": "run", "x": "", "": "", "xyzzy": "", "docs": "", "ch": "check", "re": "", "Check": "check",
	} {
		require.Equal(t, want, Name(word, names), word)
	}
}
