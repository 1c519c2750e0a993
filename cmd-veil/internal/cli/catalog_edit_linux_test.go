// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Where not even root can make a file, the error names the catalogue and what to do.
func TestAddWhereNobodyCanWrite(t *testing.T) {
	newHome(t)
	const path = "/proc/self/names.txt"
	_, err := (&catalogChange{command: "add"}).apply(path, []string{"Nuño"})
	require.ErrorContains(t, editError(path, err), "the client name catalogue cannot be written: ")
	require.NotContains(t, editError(path, err).Error(), "Nuño")
}
