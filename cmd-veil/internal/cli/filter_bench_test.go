// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// BenchmarkFilter hides as many distinct values as a large list of clients holds.
func BenchmarkFilter(b *testing.B) {
	b.Setenv("HOME", b.TempDir())
	var text strings.Builder
	const values = 100_000
	for n := range values {
		fmt.Fprintf(&text, "mail user%d.name@norte%d.es\n", n, n%97)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		var out, err bytes.Buffer
		if code := Main([]string{"filter"}, strings.NewReader(text.String()), &out, &err); code != exitOK {
			b.Fatal(code, err.String())
		}
	}
}
