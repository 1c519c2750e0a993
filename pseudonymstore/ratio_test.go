// SPDX-License-Identifier: Apache-2.0

package pseudonymstore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/veil-guard/veil/core"
	"github.com/veil-guard/veil/pseudonymstore"
)

// filled is a state directory whose session holds that many values, and more
// behind its snapshot. It returns the log's path and length too.
func filled(tb testing.TB, values, more int) (dir, log string, size int64) {
	tb.Helper()
	dir = stateDir(tb)
	populate(tb, dir, values)
	s := open(tb, dir, "bench")
	for i := range more {
		_, err := s.Hide(context.Background(), []core.Hideable{whole(fmt.Sprintf("600%06d a new value %d", i, i))})
		require.NoError(tb, err)
	}
	found, err := filepath.Glob(filepath.Join(dir, "sessions", "*", "pseudonyms.log"))
	require.NoError(tb, err)
	info, err := os.Stat(found[0])
	require.NoError(tb, err)
	return dir, found[0], info.Size()
}

// TestOpeningCostsTheSame counts allocations, which are no matter of the
// machine. Every value that is read costs some.
func TestOpeningCostsTheSame(t *testing.T) {
	cost := func(values int) float64 {
		dir, _, _ := filled(t, values, 0)
		return testing.AllocsPerRun(10, func() {
			s, err := pseudonymstore.Open(dir, "bench")
			require.NoError(t, err)
			require.NoError(t, s.Close())
		})
	}
	few, many := cost(5), cost(5000)
	t.Logf("allocations to open: 5 values %.0f, 5000 values %.0f", few, many)
	require.LessOrEqual(t, many, 1.5*few)
}

// BenchmarkRatio reports what a session of 5000 values costs against one of 5:
// to open it, to hide a value that is known, and one that is new. Both take
// turns, and the medians are compared. "tail" is a session whose snapshot is
// about to be made anew.
func BenchmarkRatio(b *testing.B) {
	for _, bc := range []struct {
		name string
		more int
	}{{"snapshot", 0}, {"tail", 70}} {
		b.Run(bc.name, func(b *testing.B) {
			var few, many [3][]time.Duration
			smallDir, smallLog, smallSize := filled(b, 5, 0)
			dir, log, size := filled(b, 5000, bc.more)
			for b.Loop() {
				round(b, &few, smallDir)
				require.NoError(b, os.Truncate(smallLog, smallSize)) // as if it had not been
				round(b, &many, dir)
				require.NoError(b, os.Truncate(log, size))
			}
			for i, name := range []string{"open", "known", "new"} {
				b.ReportMetric(median(many[i])/median(few[i]), name+"-ratio")
			}
			b.ReportMetric((median(many[0])+median(many[1])+median(many[2]))/(median(few[0])+median(few[1])+median(few[2])), "all-ratio")
			b.ReportMetric(median(many[0])/1e3, "open-us")
		})
	}
}

func median(d []time.Duration) float64 {
	slices.Sort(d)
	return float64(d[len(d)/2])
}

// round opens a session, hides a value that is known and one that is new.
func round(b *testing.B, times *[3][]time.Duration, dir string) {
	b.Helper()
	began := time.Now()
	lap := func(i int, err error) {
		require.NoError(b, err)
		times[i] = append(times[i], time.Since(began))
		began = time.Now()
	}
	s, err := pseudonymstore.Open(dir, "bench")
	lap(0, err)
	_, err = s.Hide(context.Background(), []core.Hideable{known()})
	lap(1, err)
	_, err = s.Hide(context.Background(), []core.Hideable{whole("a value that is new 123")})
	lap(2, err)
	require.NoError(b, s.Close())
}
