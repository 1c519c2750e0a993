// SPDX-License-Identifier: Apache-2.0

package plural

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	require.Equal(t, "0 names", Of(0, "name"))
	require.Equal(t, "1 name", Of(1, "name"))
	require.Equal(t, "21 names", Of(21, "name"))
}
