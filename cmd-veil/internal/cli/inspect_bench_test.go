// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/veil-guard/veil/cmd-veil/internal/assemble"
	"github.com/veil-guard/veil/cmd-veil/internal/config"
	"github.com/veil-guard/veil/core"
)

// BenchmarkInspect is one event on the composed guard, all values known, beside
// the detectors alone on the same text: what the guard adds is the difference.
func BenchmarkInspect(b *testing.B) {
	setup := assemble.Setup{Config: config.Config{}, Dirs: config.Dirs{State: filepath.Join(b.TempDir(), "state")}}
	guard, store, err := setup.Guard("bench")
	require.NoError(b, err)
	defer func() { _ = store.Close() }()
	guard.Capabilities = append(terminalCapabilities(), core.Capability{Host: terminal, Surface: core.History, Power: core.Rewrite})
	for _, size := range []int{200, 16 << 10, 1 << 20} {
		text := benchText(size)
		ev := core.Event{Host: core.Host{Name: terminal}, Session: "bench", Surface: core.History, Power: core.Rewrite, Leaves: []core.Leaf{{Text: text}}}
		_, err := guard.Inspect(context.Background(), ev)
		require.NoError(b, err)
		b.Run(fmt.Sprintf("baseline-detect-%d", size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var found []core.Finding
			for b.Loop() {
				found = guard.Detectors[0].Find(found[:0], []byte(text))
			}
		})
		b.Run(fmt.Sprintf("inspect-%d", size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_, err := guard.Inspect(context.Background(), ev)
				require.NoError(b, err)
			}
		})
	}
}

// benchText is code and prose with a value in each 2,000 bytes.
func benchText(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "func handler%d(w http.ResponseWriter, r *http.Request) { log.Printf(\"%%s\", r.URL.Path) } // ver la nota\n", i)
		if i%20 == 0 {
			n := 12345670 + i
			fmt.Fprintf(&b, "DNI %d%c\n", n, letters[n%23])
		}
	}
	return b.String()[:size]
}
