// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPinnedHost(t *testing.T) {
	for _, name := range []string{"opencode", "claude-code"} {
		host, err := PinnedHost(name)
		require.NoError(t, err)
		assert.Regexp(t, `^\d+\.\d+\.\d+$`, host.Version, name)
		assert.NotEmpty(t, host.Package)
		assert.NotEmpty(t, host.Bin)
		assert.NotEmpty(t, host.Postinstall)
	}
	_, err := PinnedHost("none")
	require.Error(t, err)
}
