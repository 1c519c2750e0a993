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

// longHistory is the request for a history in parts of 10 kB, of which those before from are
// left out.
func longHistory(b *testing.B, from, parts int, epoch string) []byte {
	b.Helper()
	const part = 10_000
	var leaves [][]string
	for i := range parts {
		text := ""
		if i >= from {
			text = fmt.Sprint(i, " ", benchText(part))
		}
		leaves = append(leaves, []string{fmt.Sprintf("/%d/parts/0/text", i), text})
	}
	list, err := json.Marshal(leaves)
	require.NoError(b, err)
	line := fmt.Appendf(nil, `{"v":1,"id":1,"event":%q,"host":{"name":"opencode","version":"1.18.33"},"session":"s1","cwd":"/nowhere","leaves":%s`, history, list)
	if epoch != "" {
		line = fmt.Appendf(line, `,"epoch":%q`, epoch)
	}
	return append(line, '}')
}

// BenchmarkHistory is a history of 2 MB: the first pass over it, and a pass with one new
// part, each as a whole answer of the long-lived process, without the plugin's own part.
// "minted" is a pass after the session learnt a value. The bar is a ratio of 20.
func BenchmarkHistory(b *testing.B) {
	home := b.TempDir()
	b.Setenv("HOME", home)
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "VEIL_CATALOG"} {
		b.Setenv(name, "")
	}
	const parts = 210
	var first, again, minted []time.Duration
	took := func(k *keeper, line []byte) (time.Duration, string) {
		began := time.Now()
		r := answerLine(&openCodeLines{}, line, k.inspect)
		d := time.Since(began)
		var a struct{ Decision, Epoch string }
		require.NoError(b, json.Unmarshal(r.stdout, &a))
		require.NotEqual(b, "deny", a.Decision)
		return d, a.Epoch
	}
	for n := 0; b.Loop(); n++ {
		require.NoError(b, os.RemoveAll(home+"/.local"))
		k := newKeeper()
		d, epoch := took(k, longHistory(b, 0, parts, ""))
		first = append(first, d)
		for i := range 3 {
			d, _ = took(k, longHistory(b, parts+i, parts+i+1, epoch))
			again = append(again, d)
			took(k, []byte(`{"v":1,"id":1,"event":"chat.message","host":{"name":"opencode","version":"1.18.33"},"session":"s1","cwd":"/nowhere","leaves":[["/a","ana`+fmt.Sprint(n, i)+`@correo-imaginario.es"]]}`))
			d, _ = took(k, longHistory(b, parts+i+1, parts+i+1, epoch))
			minted = append(minted, d)
		}
	}
	b.ReportMetric(float64(median(first).Microseconds()), "first-µs")
	b.ReportMetric(float64(median(again).Microseconds()), "again-µs")
	b.ReportMetric(float64(median(minted).Microseconds()), "minted-µs")
	b.ReportMetric(float64(median(first))/float64(median(again)), "ratio")
	b.ReportMetric(float64(median(first))/float64(median(minted)), "ratio-minted")
}
