// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// longHistory is the request for a history of about size bytes in parts of 10 kB, and
// some more parts.
func longHistory(b *testing.B, size, more int) []byte {
	b.Helper()
	const part = 10_000
	var leaves [][]string
	for i := range size/part + more {
		leaves = append(leaves, []string{fmt.Sprintf("/%d/parts/0/text", i), fmt.Sprint(i, " ", benchText(part))})
	}
	list, err := json.Marshal(leaves)
	require.NoError(b, err)
	return fmt.Appendf(nil, `{"v":1,"id":1,"event":%q,"host":{"name":"opencode","version":"1.18.33"},"session":"s1","cwd":"/nowhere","leaves":%s}`, history, list)
}

// BenchmarkHistory is a history of 2 MB: the first pass over it, and a pass with one new
// part, each as a whole answer of the long-lived process. The bar is a ratio of 20.
func BenchmarkHistory(b *testing.B) {
	home := b.TempDir()
	b.Setenv("HOME", home)
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "VEIL_CATALOG"} {
		b.Setenv(name, "")
	}
	const size = 2 << 20
	var first, again []time.Duration
	lines := [][]byte{longHistory(b, size, 0), longHistory(b, size, 1), longHistory(b, size, 2), longHistory(b, size, 3)}
	took := func(k *keeper, line []byte) time.Duration {
		began := time.Now()
		r := answerLine(&openCodeLines{}, line, k.inspect)
		require.Contains(b, string(r.stdout[:60]), `"rewrite"`)
		return time.Since(began)
	}
	for b.Loop() {
		require.NoError(b, os.RemoveAll(home+"/.local"))
		k := newKeeper()
		first = append(first, took(k, lines[0]))
		took(k, lines[0]) // it minted; now everything is known
		for _, line := range lines[1:] {
			again = append(again, took(k, line))
		}
	}
	b.ReportMetric(float64(median(first).Microseconds()), "first-µs")
	b.ReportMetric(float64(median(again).Microseconds()), "again-µs")
	b.ReportMetric(float64(median(first))/float64(median(again)), "ratio")
}
