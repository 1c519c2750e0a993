// SPDX-License-Identifier: Apache-2.0

package pseudonymstore

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
)

// A snapshot is made while everything that it is made of is in memory: what it takes
// besides is little more than twice what it holds.
func TestASnapshotTakesLittleMemory(t *testing.T) {
	const values = 20_000
	s := newState(nil)
	for n := range values {
		id := identity{core.Email, fmt.Sprintf("user%d.name@norte%d.es", n, n%97)}
		require.True(t, s.apply(record{op: opMint, token: core.Token{Kind: core.Email, Number: n + 1, Form: 1}, spelling: id.canonical, canonical: id.canonical}))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	content, err := snapshotOf(s, 0)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	t.Logf("%d bytes, %d allocated", len(content), after.TotalAlloc-before.TotalAlloc)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, 5*uint64(len(content))/2)
}
