// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pendingFile lists the classes that are not yet claimed, one a line.
const pendingFile = "testdata/pending.txt"

func pendingClasses(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile(pendingFile)
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}
