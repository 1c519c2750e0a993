// SPDX-License-Identifier: Apache-2.0

// Package laws says on which seeds a property is tried. It is for the tests of this module
// and of those that build on it; no program links it.
package laws

import (
	"fmt"
	"iter"
	"math"
	"os"
	"testing"
	"time"
)

// Seeds are those that a property is tried on: so many, from 0 on. VEIL_LAW_SEEDS=n, or
// from-to, asks for others, and VEIL_LAW_TIME=10m ends each test when that has passed.
func Seeds(t testing.TB, usual uint64) iter.Seq[uint64] {
	t.Helper()
	from, to := uint64(0), usual
	text, limit := os.Getenv("VEIL_LAW_SEEDS"), time.Duration(math.MaxInt64)
	if d := os.Getenv("VEIL_LAW_TIME"); d != "" {
		var err error
		if limit, err = time.ParseDuration(d); err != nil {
			t.Fatal("VEIL_LAW_TIME is no duration such as 90s:", err)
		}
		to = math.MaxUint64
	}
	if text != "" {
		if _, err := fmt.Sscanf(text, "%d-%d", &from, &to); err != nil {
			from = 0
			if _, err = fmt.Sscan(text, &to); err != nil {
				t.Fatal("VEIL_LAW_SEEDS is neither a number nor two with a hyphen:", err)
			}
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
