// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"iter"
	"math"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// manySeeds are those that a property is tried on: so many, from 0 on. VEIL_LAW_SEEDS=n, or
// from-to, asks for others, and VEIL_LAW_TIME=10m ends each test when that has passed.
func manySeeds(t testing.TB, usual uint64) iter.Seq[uint64] {
	t.Helper()
	from, to := uint64(0), usual
	text, limit := os.Getenv("VEIL_LAW_SEEDS"), time.Duration(math.MaxInt64)
	if d := os.Getenv("VEIL_LAW_TIME"); d != "" {
		var err error
		limit, err = time.ParseDuration(d)
		require.NoError(t, err, "VEIL_LAW_TIME is no duration such as 90s")
		to = math.MaxUint64
	}
	if text != "" {
		if _, err := fmt.Sscanf(text, "%d-%d", &from, &to); err != nil {
			from = 0
			_, err = fmt.Sscan(text, &to)
			require.NoError(t, err, "VEIL_LAW_SEEDS is neither a number nor two with a hyphen")
		}
	}
	return func(yield func(uint64) bool) {
		start, seed := time.Now(), from
		for seed < to && time.Since(start) < limit && yield(seed) {
			seed++
		}
		t.Logf("tried the seeds from %d to before %d", from, seed)
	}
}
